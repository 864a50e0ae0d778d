package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The gateway's TLS certificate.
 *
 * @param file a PKCS12 or JKS keystore
 * @param password password of the keystore and of its key
 */
public record TlsKeystore(Path file, String password) {
    /** @throws UsageException if the password file cannot be read */
    static TlsKeystore read(Path file, Path passwordFile) {
        try {
            return new TlsKeystore(file, Files.readString(passwordFile).strip());
        } catch (IOException e) {
            throw new UsageException("the password in " + passwordFile + " cannot be read: " + e, e);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "TlsKeystore[" + file + "]";
    }
}
