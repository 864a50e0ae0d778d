package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.SecuredBroker;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A login works, is requested if missing or wrong, and its password is never shown. */
@Tag("live")
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
                    .contains("squeeze: no connection to ", "sasl.jaas.config is missing or cannot be parsed");
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
    void theLoginOfTheOtherClusterOfACopyIsInNoOutput() throws Exception {
        String topic = "squeeze-secret-orders";
        String right = JAAS + "username=\"admin\" password=\"" + SecuredBroker.PASSWORD + "\";";
        List<String> login = new ArrayList<>();
        for (String flag : List.of("--command-property", "--to-command-property")) {
            for (String setting : List.of("security.protocol=SASL_PLAINTEXT", "sasl.mechanism=PLAIN", right)) {
                login.addAll(List.of(flag, setting));
            }
        }
        Invocation filled = Invocation.of(Stream.concat(
                        Stream.of("fill", source, "--topic", topic, "--bootstrap-server", broker.address()),
                        login.subList(0, 6).stream())
                .toArray(String[]::new));
        assertThat(filled.code()).as(filled.err()).isEqualTo(ExitCode.DONE);
        List<Path> files = Stream.of("json", "html", "md", "csv", "txt")
                .map(ending -> folder.resolve("copy." + ending))
                .toList();
        List<String> words = new ArrayList<>(List.of("copy", topic, "--to-topic", topic + "-copy"));
        words.addAll(List.of("--codecs", "zstd", "--bootstrap-server", broker.address()));
        words.addAll(List.of("--to-bootstrap-server", broker.address(), "--live=0", "--json", "--verbose"));
        words.addAll(login);
        words.addAll(List.of("--to-command-property=ssl.keystore.password=" + WRONG));
        files.forEach(file -> words.addAll(List.of("--output", file.toString())));

        LiveRun run = LiveRun.start(words);
        String page = read(run.page());
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        hidesPasswords(filled);
        hidesPasswords(ended);
        assertThat(ended.out()).contains("sasl.jaas.config=[hidden]", "ssl.keystore.password=[hidden]");
        assertThat(page).doesNotContain(WRONG, SecuredBroker.PASSWORD);
        for (Path file : files) {
            assertThat(Files.readString(file)).as(file.toString()).doesNotContain(WRONG, SecuredBroker.PASSWORD);
        }
    }

    private static String read(URI page) throws IOException {
        try (InputStream answer = page.toURL().openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theLoginOfAGatewayIsOnNoCommandLine() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/cmdline")), "no /proc");
        List<String> words = LiveRun.shortest(
                source,
                "--gateway",
                "--bootstrap-server",
                broker.address(),
                "--command-property",
                "security.protocol=SASL_PLAINTEXT",
                "--command-property",
                "sasl.mechanism=PLAIN",
                "--command-property",
                JAAS + "username=\"admin\" password=\"" + SecuredBroker.PASSWORD + "\";");
        Set<String> commandLines = new TreeSet<>();
        CountDownLatch ended = new CountDownLatch(1);
        Thread watch = new Thread(() -> {
            do {
                ProcessHandle.current()
                        .descendants()
                        .map(BenchSecretsTest::commandLine)
                        .filter(line -> line.contains("--of-bench"))
                        .forEach(commandLines::add);
            } while (!await(ended));
        });
        watch.start();

        Invocation run = LiveRun.start(words).end();
        ended.countDown();
        watch.join();

        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.DONE);
        hidesPasswords(run);
        assertThat(commandLines).isNotEmpty().allSatisfy(line -> assertThat(line)
                .doesNotContain(SecuredBroker.PASSWORD, "sasl.jaas.config"));
    }

    /** As every user of the machine sees it; Java's own ProcessHandle leaves out long ones. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            // It has ended in the meantime.
            return "";
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
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
                    // The handshake with a plaintext client fails, which is the response.
                    continue;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
