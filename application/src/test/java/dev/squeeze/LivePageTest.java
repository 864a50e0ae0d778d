package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --live}: what a reader on this machine sees of a run, and that nobody else does. */
@Tag("live")
@Timeout(150)
class LivePageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient READER =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void showsARealRunAsItGoesAndBecomesItsReport() throws Exception {
        Path report = folder.resolve("report.html");
        LiveRun run = LiveRun.start(LiveRun.shortest(
                "sample:access-log", "--live", "--codecs", "lz4,zstd", "--rounds", "2", "--report", report.toString()));
        URI page = run.page();

        assertThat(get(page).body()).contains("squeeze bench", "No figures yet.");
        JsonNode state = state(page, 0);
        Set<String> said = new TreeSet<>();
        boolean sawFigures = false;
        while (state.get("phase").asText().equals("running")) {
            said.add(state.get("words").asText().replaceFirst("[,:].*", ""));
            if (!sawFigures && state.get("version").asInt() > 0) {
                String soFar = get(page).body();
                sawFigures = soFar.contains("So far: ") && soFar.contains("running for ");
            }
            state = state(page, state.get("sequence").asLong());
        }
        HttpResponse<String> last = get(page);
        run.end().expectDone();

        assertThat(said).contains("warming up", "round 1");
        assertThat(sawFigures).as(said.toString()).isTrue();
        assertThat(state.get("phase").asText()).isEqualTo("done");
        assertThat(last.body()).isEqualTo(Files.readString(report)).doesNotContain("id=\"live\"", "connect-src");
        assertThatNothingIsLeft(page);
    }

    @Test
    void isReadByThoseWhoKnowItsAddressAndOnThisMachineAlone() throws Exception {
        LiveRun run = LiveRun.start(measuringForMinutes("--live"));
        URI page = run.page();
        String token = page.getPath();

        assertThat(page.getHost()).isEqualTo("127.0.0.1");
        assertThat(token).hasSizeGreaterThan(20);
        String another = (token.charAt(1) == 'A' ? "/B" : "/A") + token.substring(2);
        for (String path : List.of("/", "/favicon.ico", "/state", another, token + "other", token + "state/")) {
            assertThat(get(page.resolve(path)).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(status(page, "GET", "Host: squeeze.example:" + page.getPort()))
                .isEqualTo(403);
        assertThat(status(page, "GET", "Host: 127.0.0.1.squeeze.example")).isEqualTo(403);
        assertThat(status(page, "GET", "X-Nothing: 1")).isGreaterThanOrEqualTo(400);
        assertThat(status(page, "GET", "Host: localhost:1"))
                .as("the near end of a tunnel")
                .isEqualTo(200);
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
            assertThat(status(page, method, "Host: 127.0.0.1")).as(method).isEqualTo(405);
        }
        HttpResponse<String> head = READER.send(
                HttpRequest.newBuilder(page)
                        .method("HEAD", HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(head.headers().firstValue("Content-Security-Policy")).hasValue("frame-ancestors 'none'");
        assertThat(get(page).body())
                .contains("default-src &#39;none&#39;", "connect-src &#39;self&#39;")
                .doesNotContain("unsafe-inline", "https://");
        run.interrupt();
        run.end();
        assertThatNothingIsLeft(page);
    }

    @Test
    void afterCtrlCItIsThePartialReport() throws Exception {
        LiveRun run = LiveRun.start(measuring("--live"));
        URI page = run.page();
        run.awaitProgress("measuring speeds");
        run.interrupt();

        JsonNode state = state(page, 0);
        while (state.get("phase").asText().equals("running")) {
            state = state(page, state.get("sequence").asLong());
        }
        String last = get(page).body();

        assertThat(last).contains("interrupted").doesNotContain("id=\"live\"");
        assertThat(run.end().code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThatNothingIsLeft(page);
    }

    @Test
    void ofARunThatFailsNothingIsLeft() throws Exception {
        Path records = Files.writeString(folder.resolve("records.jsonl"), "");
        LiveRun run = LiveRun.start(List.of("measure", records.toString(), "--live"));
        URI page = run.page();

        int code = run.end().code();

        assertThat(code).isNotEqualTo(ExitCode.DONE);
        assertThatNothingIsLeft(page);
    }

    @Test
    void halfSentRequestsDoNotKeepReadersOut() throws Exception {
        // In a separate process: the JDK's server reads its limits once per process.
        List<String> command = new ArrayList<>(
                ControlC.java("-Xmx256m", "-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze"));
        command.addAll(measuringForMinutes("--live"));
        Process run = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<Socket> halfSent = new ArrayList<>();
        try {
            URI page = run.errorReader()
                    .lines()
                    .filter(line -> line.startsWith("live page: "))
                    .map(line -> URI.create(line.substring("live page: ".length())))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < 20; i++) {
                Socket socket = new Socket(page.getHost(), page.getPort());
                socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.US_ASCII));
                halfSent.add(socket);
            }

            HttpResponse<String> answer = READER.send(
                    HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(45)).build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
        } finally {
            run.destroyForcibly();
            for (Socket socket : halfSent) {
                socket.close();
            }
        }
    }

    @Test
    void aPortThatIsTakenIsToldWithWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());

            Invocation.of("measure", "sample:access-log", "--live=" + port)
                    .expectRefusal(ExitCode.FAILED, "--live=" + port, "is not available", "--live alone");
        }
    }

    @Test
    void onlyWhatIsAttachedIsAPort() {
        Invocation.of("measure", "--live", "sample:nothing")
                .expectRefusal(ExitCode.FAILED, "no sample called 'nothing'");
        Invocation.of("measure", "--live=nine", "sample:access-log")
                .expectRefusal(ExitCode.USAGE, "'nine' is not a port");
        Invocation.of("measure", "--live=70000", "sample:access-log").expectRefusal(ExitCode.USAGE, "1 to 65535");
    }

    private static List<String> measuring(String... more) {
        List<String> args = new ArrayList<>(List.of(
                "measure", "sample:access-log", "--codecs", "lz4,zstd:1", "--batch-bytes", "4KiB", "--budget", "60s"));
        args.addAll(List.of(more));
        return args;
    }

    /** Every codec and level on every batch: runs longer than any test, which stops it. */
    private static List<String> measuringForMinutes(String... more) {
        List<String> args =
                new ArrayList<>(List.of("measure", "sample:access-log", "--batch-bytes", "4KiB", "--exhaustive"));
        args.addAll(List.of(more));
        return args;
    }

    private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return READER.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode state(URI page, long seen) throws IOException, InterruptedException {
        return JSON.readTree(get(page.resolve("state?seen=" + seen)).body());
    }

    /** Implemented by hand, because the JDK's client sets the Host header itself. */
    private static int status(URI page, String method, String header) throws IOException {
        try (Socket socket = new Socket(page.getHost(), page.getPort())) {
            socket.setSoTimeout(10_000);
            String request = method + " " + page.getPath() + " HTTP/1.1\r\n" + header
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }

    private static void assertThatNothingIsLeft(URI page) throws InterruptedException {
        assertThatThrownBy(() -> get(page)).isInstanceOf(ConnectException.class);
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!threads().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(threads()).isEmpty();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("squeeze-live") || name.equals("HTTP-Dispatcher"))
                .collect(Collectors.toSet());
    }
}
