package dev.squeeze.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kafka.SecuredBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A login works, is asked for where it is missing or wrong, and its password is shown nowhere. */
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class BenchSecretsTest {
    private static final String MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule required ";
    private static final String JAAS = "sasl.jaas.config=" + MODULE;
    private static final String WRONG = "wr0ngPlugh";

    @TempDir
    static Path brokerFolder;

    private static SecuredBroker broker;

    @TempDir
    Path folder;

    private String source;

    @BeforeAll
    static void startBroker() throws IOException {
        broker = SecuredBroker.start(brokerFolder);
    }

    @AfterAll
    static void stopBroker() throws IOException {
        broker.close();
    }

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(300, "m"));
    }

    @Test
    void aLoginFromAFileOrAFlagWorksAndIsInNoOutput() throws Exception {
        Path login = Files.writeString(
                folder.resolve("client.properties"),
                "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n" + JAAS + "username=\"nobody\" password=\""
                        + WRONG + "\";\n");
        Path json = folder.resolve("x.json");
        Path text = folder.resolve("x.md");
        String right = JAAS + "username=\"admin\" password=\"" + SecuredBroker.PASSWORD + "\";";

        Invocation ended = LiveRun.of(
                source,
                "--bootstrap-server",
                broker.address(),
                "--command-config",
                login.toString(),
                "--command-property",
                right,
                "--producer-property",
                right,
                "--consumer-property=" + right,
                "--output",
                json.toString(),
                "--output",
                text.toString());

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        hidesPasswords(ended);
        assertThat(Files.readString(json))
                .contains("sasl.jaas.config", "[hidden]")
                .doesNotContain(WRONG, SecuredBroker.PASSWORD);
        assertThat(Files.readString(text)).doesNotContain(WRONG, SecuredBroker.PASSWORD);
    }

    @Test
    void aWrongPasswordIsRefusedWithWhatToCheck() {
        Invocation ended = bench(JAAS + "username=\"admin\" password=\"" + WRONG + "\";");

        ended.expectRefusal(ExitCode.FAILED, broker.address(), "refused the login", "sasl.jaas.config");
        hidesPasswords(ended);
    }

    @Test
    void aLoginThatIsMissingIsNamed() {
        LiveRun.of(source, "--bootstrap-server", broker.address(), "--timeout", "3s")
                .expectRefusal(ExitCode.FAILED, broker.address(), "security.protocol");
    }

    @Test
    void aLoginThatKafkaCannotReadIsNotQuotedAnywhere() {
        for (String broken : new String[] {
            "username=admin password=" + WRONG + " more" + WRONG + ";",
            "username=\"admin\" password=\"" + WRONG + "\"",
            "username=\"admin\" " + WRONG + ";",
            WRONG
        }) {
            Invocation ended = bench(JAAS + broken, "--verbose");
            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err())
                    .contains("squeeze: no connection to ", "sasl.jaas.config is missing or cannot be read");
            hidesPasswords(ended);
        }
    }

    @Test
    void aBrokenLoginOfTheProducerAloneIsNotQuotedEither() {
        Invocation ended = bench(
                JAAS + "username=\"admin\" password=\"" + SecuredBroker.PASSWORD + "\";",
                "--producer-property",
                JAAS + "username=admin password=" + WRONG + " more" + WRONG + ";",
                "--json",
                "--verbose");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).contains("squeeze: the producer cannot work with ", "sasl.jaas.config");
        hidesPasswords(ended);
    }

    @Test
    void aListenerOfTlsIsRecognised() throws Exception {
        try (ServerSocket socket = SSLContext.getDefault()
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            answer(socket);
            LiveRun.of(source, "--bootstrap-server", "127.0.0.1:" + socket.getLocalPort(), "--timeout", "4s")
                    .expectRefusal(ExitCode.FAILED, "it speaks TLS and the client does not", "security.protocol");
        }
    }

    private Invocation bench(String login, String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.addAll(List.of(
                "--bootstrap-server",
                broker.address(),
                "--timeout",
                "5s",
                "--command-property",
                "security.protocol=SASL_PLAINTEXT",
                "--command-property",
                "sasl.mechanism=PLAIN",
                "--command-property",
                login));
        return LiveRun.of(source, args.toArray(String[]::new));
    }

    private static void hidesPasswords(Invocation ended) {
        assertThat(ended.out()).doesNotContain(WRONG, SecuredBroker.PASSWORD);
        assertThat(ended.err()).doesNotContain(WRONG, SecuredBroker.PASSWORD);
    }

    /** Answers each connection until the socket is closed. */
    private static void answer(ServerSocket server) {
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read();
                } catch (IOException e) {
                    // The handshake with what is no TLS fails, which is the answer.
                    continue;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
