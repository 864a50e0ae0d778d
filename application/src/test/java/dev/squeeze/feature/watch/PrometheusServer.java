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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Prometheus server on a free port of this machine, queried over its API. */
final class PrometheusServer implements AutoCloseable {
    private static final int SHOWN_SECONDS = 60;
    /** Matches the output of version 2 and version 3. */
    private static final Pattern LISTENS = Pattern.compile("msg=\"Listening on\".* address=(\\S+)");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServerProcess process;
    private URI address = URI.create("http://127.0.0.1");

    private PrometheusServer(ServerProcess process) {
        this.process = process;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @param storage folder for samples; existing samples are kept
     * @param log file for its output
     */
    static PrometheusServer start(Path program, Path configuration, Path storage, Path log) throws Exception {
        PrometheusServer server = new PrometheusServer(ServerProcess.start(
                log,
                Map.of(),
                List.of(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + storage,
                        "--web.listen-address=127.0.0.1:0")));
        try {
            server.process.await("address to listen on", server::listens, () -> "");
            server.process.await("readiness", () -> server.get("/-/ready").statusCode() == 200, () -> "");
            return server;
        } catch (Exception | AssertionError e) {
            server.close();
            throw e;
        }
    }

    private boolean listens() throws IOException {
        Matcher listens = LISTENS.matcher(process.printed());
        boolean found = listens.find();
        if (found) {
            address = URI.create("http://" + listens.group(1));
        }
        return found;
    }

    /** Waits for a condition that is met after some scrapes and evaluations. */
    void await(String what, Callable<Boolean> holds) throws Exception {
        process.await(
                what,
                holds,
                () -> get("/api/v1/targets?state=active").body() + "\n"
                        + get("/api/v1/alerts").body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The data of a response of the API, which must have no errors or warnings. */
    JsonNode ask(String path) throws IOException, InterruptedException {
        JsonNode answer = JSON.readTree(get(path).body());
        assertThat(answer.path("status").asText()).as(path + ": " + answer).isEqualTo("success");
        // For example, for the rate of a metric whose name is not that of a counter.
        assertThat(answer.has("warnings") || answer.has("infos"))
                .as(path + ": " + answer)
                .isFalse();
        return answer.path("data");
    }

    private static String parameter(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** The current series of a query. */
    JsonNode query(String text) throws IOException, InterruptedException {
        return ask("/api/v1/query?query=" + parameter(text)).path("result");
    }

    /** The series of a query over the last minute, queried as a dashboard does. */
    JsonNode range(String text) throws IOException, InterruptedException {
        long now = Instant.now().getEpochSecond();
        return ask("/api/v1/query_range?step=1&start=" + (now - SHOWN_SECONDS) + "&end=" + now + "&query="
                        + parameter(text))
                .path("result");
    }

    @Override
    public void close() {
        process.close();
    }
}
