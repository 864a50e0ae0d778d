package dev.squeeze.feature.gateway;

import java.nio.file.Path;

/**
 * The certificate that the gateway shows.
 *
 * @param file a PKCS12 or JKS keystore
 * @param password of it and of its key
 */
public record TlsKeystore(Path file, String password) {
    /** Without the password. */
    @Override
    public String toString() {
        return "TlsKeystore[" + file + "]";
    }
}
