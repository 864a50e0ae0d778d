package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The certificate that the gateway shows.
 *
 * @param file a PKCS12 or JKS keystore
 * @param password of it and of its key
 */
public record TlsKeystore(Path file, String password) {
    /** @throws UsageException where the file that holds the password cannot be read */
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
