package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.squeeze.BrokerForTests;
import dev.squeeze.LiveRun;
import dev.squeeze.OnPath;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real OpenTelemetry Collector, if one is installed, delivers a real watch's metrics over OTLP. */
@Tag("live")
@Timeout(180)
class CollectorTest {
    private static final String TOPIC = "collected";
    private static final int CUMULATIVE = 2;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    /** By name. */
    private final Map<String, JsonNode> metrics = new ConcurrentSkipListMap<>();

    private final Map<String, String> resource = new ConcurrentSkipListMap<>();

    /** As shipped, with the address and the token of this watch, an interval of a second, and JSON that can be read here. */
    private Path configuration(String target, Path token) throws Exception {
        YAMLMapper yaml = new YAMLMapper();
        ObjectNode collector = (ObjectNode) yaml.readTree(
                MonitoringFiles.DEPLOY.resolve("watch-otel-collector.yaml").toFile());
        ObjectNode scrape = (ObjectNode) collector.at("/receivers/prometheus/config/scrape_configs/0");
        scrape.put("scrape_interval", "1s").put("scrape_timeout", "1s");
        ((ObjectNode) scrape.path("authorization")).put("credentials_file", token.toString());
        scrape.putArray("static_configs").addObject().putArray("targets").add(target);
        ((ObjectNode) collector.at("/exporters/otlphttp")).put("encoding", "json");
        // Its own metrics would need a port that is free.
        ((ObjectNode) collector.path("service"))
                .putObject("telemetry")
                .putObject("metrics")
                .put("level", "none");
        return Files.writeString(folder.resolve("collector.yaml"), yaml.writeValueAsString(collector));
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream body = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
                        ? new GZIPInputStream(exchange.getRequestBody())
                        : exchange.getRequestBody()) {
            for (JsonNode of : JSON.readTree(body).path("resourceMetrics")) {
                resource.putAll(attributes(of.path("resource")));
                of.path("scopeMetrics").forEach(scope -> scope.path("metrics")
                        .forEach(metric -> metrics.put(metric.path("name").asText(), metric)));
            }
            byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private static Map<String, String> attributes(JsonNode of) {
        Map<String, String> attributes = new TreeMap<>();
        of.path("attributes")
                .forEach(attribute -> attributes.put(
                        attribute.path("key").asText(),
                        attribute.at("/value/stringValue").asText()));
        return attributes;
    }

    @Test
    void aCollectorDeliversEveryFigureUnderItsName() throws Exception {
        Optional<Path> program = OnPath.program("otelcol-contrib", "otelcol");
        Assumptions.assumeTrue(
                program.isPresent(), "otelcol is not on the PATH: no Collector delivered what it scraped");
        broker.create(TOPIC, 1, Map.of());
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123\n");
        List<String> words = new ArrayList<>(
                List.of("watch --include collected --interval 300ms --slot 1s --listen 127.0.0.1:0".split(" ")));
        words.addAll(List.of("--bootstrap-server", broker.address(), "--token-file", token.toString()));
        words.addAll(List.of("--history", folder.resolve("history").toString()));
        HttpServer backend = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        backend.createContext("/v1/metrics", this::receive);
        backend.start();
        LiveRun run = LiveRun.start(words);
        try (SteadyProducers producers = new SteadyProducers(broker)) {
            producers.start(TOPIC, "lz4");
            run.awaitProgress("1 topic with records");
            URI endpoint = URI.create(run.progressLine("metrics: ").substring("metrics: ".length()));
            try (ServerProcess collector = ServerProcess.start(
                    folder.resolve("collector.log"),
                    Map.of(
                            "OTEL_EXPORTER_OTLP_ENDPOINT",
                            "http://127.0.0.1:" + backend.getAddress().getPort()),
                    List.of(
                            program.orElseThrow().toString(),
                            "--config",
                            configuration(endpoint.getAuthority(), token).toString()))) {
                collector.await("bytes of lz4", this::hasBytes, metrics::toString);
            }
            delivered(endpoint.getAuthority(), served(endpoint, token));
        } finally {
            run.interrupt();
            backend.stop(0);
        }
        run.end();
    }

    private boolean hasBytes() {
        for (JsonNode point : metrics.getOrDefault("squeeze_watch_bytes_total", JSON.createObjectNode())
                .at("/sum/dataPoints")) {
            if (attributes(point).equals(Map.of("topic", TOPIC, "codec", "lz4"))
                    && point.path("asDouble").asDouble() > 0) {
                return true;
            }
        }
        return false;
    }

    private static String served(URI endpoint, Path token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .header("Authorization", "Bearer " + Files.readString(token).strip())
                .timeout(Duration.ofSeconds(10))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Checks that each metric arrives with its name, its type and the same number of series. */
    private void delivered(String target, String served) {
        assertThat(resource)
                .containsEntry("service.name", "squeeze-watch")
                .containsEntry("service.instance.id", target);
        assertThat(metrics.get("up").at("/gauge/dataPoints/0/asDouble").asDouble())
                .isEqualTo(1);
        MonitoringFiles.Served.of(served).types().forEach((name, type) -> {
            long series =
                    served.lines().filter(line -> line.matches(name + "[{ ].*")).count();
            JsonNode metric = metrics.getOrDefault(name, JSON.createObjectNode());
            JsonNode data = metric.path(type.equals("counter") ? "sum" : "gauge");
            assertThat(data.path("dataPoints").size()).as(name + ": " + metric).isEqualTo((int) series);
            if (series > 0 && type.equals("counter")) {
                assertThat(data.path("isMonotonic").asBoolean()).as(name).isTrue();
                assertThat(data.path("aggregationTemporality").asInt()).as(name).isEqualTo(CUMULATIVE);
            }
        });
    }
}
