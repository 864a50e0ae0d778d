package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Prometheus server in a process of its own, on a free port of this machine. */
final class PrometheusServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long SHUTDOWN_SECONDS = 10;
    private static final int SHOWN_SECONDS = 60;
    /** Of version 2 and of version 3. */
    private static final Pattern LISTENS = Pattern.compile("msg=\"Listening on\".* address=(\\S+)");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private URI address = URI.create("http://127.0.0.1");

    private PrometheusServer(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it and waits until it answers.
     *
     * @param storage folder that it keeps samples in; one that exists keeps those that it has
     * @param log file for what it prints
     */
    static PrometheusServer start(Path program, Path configuration, Path storage, Path log) throws Exception {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + storage,
                        "--web.listen-address=127.0.0.1:0")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        PrometheusServer server = new PrometheusServer(process, log);
        try {
            server.await("an address to listen on", server::listens);
            server.await("readiness", () -> server.get("/-/ready").statusCode() == 200);
            return server;
        } catch (Exception | AssertionError e) {
            server.close();
            throw e;
        }
    }

    private boolean listens() throws IOException {
        Matcher listens = LISTENS.matcher(Files.readString(log));
        boolean found = listens.find();
        if (found) {
            address = URI.create("http://" + listens.group(1));
        }
        return found;
    }

    /** Waits for what comes after some scrapes and evaluations. A server that has ended is not waited for. */
    void await(String what, Callable<Boolean> holds) throws Exception {
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (!holds.call()) {
            assertThat(process.isAlive())
                    .as("Prometheus ended: " + Files.readString(log))
                    .isTrue();
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError("no " + what + " within " + TIMEOUT + "; targets: "
                        + get("/api/v1/targets?state=active").body() + "\nalerts: "
                        + get("/api/v1/alerts").body() + "\nlog: " + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The data of an answer of its API, which must be without errors and warnings. */
    JsonNode ask(String path) throws IOException, InterruptedException {
        JsonNode answer = JSON.readTree(get(path).body());
        assertThat(answer.path("status").asText()).as(path + ": " + answer).isEqualTo("success");
        // Such as a rate of what is not a counter by its name.
        assertThat(answer.has("warnings") || answer.has("infos"))
                .as(path + ": " + answer)
                .isFalse();
        return answer.path("data");
    }

    private static String parameter(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** The series that a query has now. */
    JsonNode query(String text) throws IOException, InterruptedException {
        return ask("/api/v1/query?query=" + parameter(text)).path("result");
    }

    /** The series that a query has in the last minute, as a dashboard asks for them. */
    JsonNode range(String text) throws IOException, InterruptedException {
        long now = Instant.now().getEpochSecond();
        return ask("/api/v1/query_range?step=1&start=" + (now - SHOWN_SECONDS) + "&end=" + now + "&query="
                        + parameter(text))
                .path("result");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
