package dev.squeeze.kit.kafka;

import dev.squeeze.TestPorts;
import dev.squeeze.kit.environment.child.ChildJvm;
import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;

/**
 * A real broker whose clients authenticate with SASL/PLAIN, optionally over TLS; {@code admin} may do everything, {@code guest}
 * nothing.
 */
public final class SecuredBroker implements AutoCloseable {
    public static final String PASSWORD = "right7Xyzzy";
    private static final long TIMEOUT_SECONDS = 10;

    private final Process process;
    private final int port;

    private SecuredBroker(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static SecuredBroker start(Path folder) throws IOException {
        return start(folder, Map.of("listener.security.protocol.map", "CLIENTS:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT"));
    }

    /** The same with TLS, using a certificate that only its own truststore trusts. */
    public static SecuredBroker startWithTls(Path folder, TlsCertificate certificate) throws IOException {
        return start(
                folder,
                Map.of(
                        "listener.security.protocol.map",
                        "CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT",
                        "ssl.keystore.location",
                        certificate.keyStore().toString(),
                        "ssl.keystore.type",
                        TlsCertificate.TYPE,
                        "ssl.keystore.password",
                        TlsCertificate.PASSWORD,
                        "ssl.truststore.location",
                        certificate.trustStore().toString(),
                        "ssl.truststore.type",
                        TlsCertificate.TYPE,
                        "ssl.truststore.password",
                        TlsCertificate.PASSWORD));
    }

    private static SecuredBroker start(Path folder, Map<String, String> listener) throws IOException {
        int port = TestPorts.free(2);
        int controllerPort = port + 1;
        try (Writer writer = Files.newBufferedWriter(folder.resolve(BrokerMain.SETTINGS_FILE))) {
            Properties settings = settings(folder, port, controllerPort);
            settings.putAll(listener);
            settings.store(writer, null);
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of(
                "-Dslf4j.provider=org.slf4j.jul.JULServiceProvider",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                folder.toString(),
                Uuid.randomUuid().toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("console.log").toFile())
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (!BrokerMain.READY.equals(line)) {
            process.destroyForcibly();
            throw new AssertionError("the secured broker did not start: " + line);
        }
        return new SecuredBroker(process, port);
    }

    private static Properties settings(Path folder, int port, int controllerPort) {
        Properties settings = new Properties();
        settings.setProperty("node.id", "1");
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("listeners", "CLIENTS://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.setProperty("controller.listener.names", BrokerMain.CONTROLLER_LISTENER);
        settings.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        settings.setProperty("inter.broker.listener.name", "CLIENTS");
        settings.setProperty("log.dirs", folder.resolve(BrokerMain.DATA_FOLDER).toString());
        settings.setProperty("offsets.topic.replication.factor", "1");
        settings.setProperty("transaction.state.log.replication.factor", "1");
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("sasl.enabled.mechanisms", "PLAIN");
        settings.setProperty("sasl.mechanism.inter.broker.protocol", "PLAIN");
        settings.setProperty(
                "listener.name.clients.plain.sasl.jaas.config",
                login("admin", PASSWORD).replace(";", "") + " user_admin=" + PASSWORD + " user_guest=" + PASSWORD
                        + ";");
        settings.setProperty("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        // The controller's own listener has no authentication.
        settings.setProperty("super.users", "User:admin;User:ANONYMOUS");
        return settings;
    }

    /** Client settings with authentication. */
    public Map<String, Object> connection(String user, String password) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", address());
        settings.put("security.protocol", "SASL_PLAINTEXT");
        settings.put("sasl.mechanism", "PLAIN");
        settings.put("sasl.jaas.config", login(user, password));
        return settings;
    }

    public Map<String, Object> connection(String user) {
        return connection(user, PASSWORD);
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    private static String login(String user, String password) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=" + user + " password="
                + password + ";";
    }

    /** The broker ends when its standard input is closed. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
