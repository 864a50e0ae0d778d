package dev.squeeze.kit.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A certificate for 127.0.0.1 that only its own truststore trusts, created with the JDK's keytool. */
public record TlsCertificate(Path keyStore, Path trustStore) {
    public static final String TYPE = "PKCS12";
    public static final String PASSWORD = "keyFrobozz";
    private static final String ALIAS = "broker";

    public static TlsCertificate create(Path folder) throws IOException {
        Path keys = folder.resolve("keys.p12");
        Path trust = folder.resolve("trust.p12");
        Path certificate = folder.resolve("broker.crt");
        keytool(
                keys,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-validity",
                "2");
        keytool(keys, "-exportcert", "-file", certificate.toString());
        keytool(trust, "-importcert", "-noprompt", "-file", certificate.toString());
        return new TlsCertificate(keys, trust);
    }

    private static void keytool(Path store, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(args));
        command.addAll(
                List.of("-alias", ALIAS, "-keystore", store.toString(), "-storetype", TYPE, "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError("keytool failed: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
