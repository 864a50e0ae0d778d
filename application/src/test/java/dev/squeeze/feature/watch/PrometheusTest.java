package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.squeeze.BrokerForTests;
import dev.squeeze.LiveRun;
import dev.squeeze.OnPath;
import dev.squeeze.Records;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus reads a real watch by the configuration of the guide, where one is installed. */
@Tag("live")
@Timeout(180)
class PrometheusTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    private URI prometheus = URI.create("http://127.0.0.1");

    private JsonNode ask(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(prometheus.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return JSON.readTree(answer);
    }

    private JsonNode query(String text) throws Exception {
        return ask("/api/v1/query?query=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
    }

    /** It answers a little after it has started, and knows a rate after two rows. */
    private static void until(Callable<Boolean> holds) throws Exception {
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (!answers(holds)) {
            assertThat(System.nanoTime()).as("Prometheus took too long").isLessThan(deadlineNanos);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static boolean answers(Callable<Boolean> holds) throws Exception {
        try {
            return holds.call();
        } catch (IOException e) {
            return false;
        }
    }

    /** As the guide has it, with this test's address, token and short times. */
    private Path configuration(String target, Path token) throws Exception {
        ObjectNode guide = (ObjectNode) MonitoringFiles.prometheusOfTheGuide();
        guide.putObject("global").put("scrape_interval", "500ms").put("evaluation_interval", "500ms");
        guide.putArray("rule_files")
                .add(MonitoringFiles.DEPLOY
                        .toAbsolutePath()
                        .normalize()
                        .resolve(guide.at("/rule_files/0").asText())
                        .toString());
        ObjectNode scrape = (ObjectNode) guide.at("/scrape_configs/0");
        ((ObjectNode) scrape.path("authorization")).put("credentials_file", token.toString());
        scrape.putArray("static_configs").addObject().putArray("targets").add(target);
        return Files.writeString(folder.resolve("prometheus.yml"), new YAMLMapper().writeValueAsString(guide));
    }

    private Process start(Path program, Path configuration) throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            prometheus = URI.create("http://127.0.0.1:" + free.getLocalPort());
        }
        return new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=" + prometheus.getAuthority())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
    }

    @Test
    void aRealPrometheusScrapesWatchAndTakesEveryQueryAndRule() throws Exception {
        Optional<Path> program = OnPath.program("prometheus");
        Assumptions.assumeTrue(program.isPresent(), "prometheus is not on the PATH: none scraped squeeze watch");
        broker.create("scraped", 1, Map.of());
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123\n");
        String plan = Records.write(folder, "plan.json", ResultJson.write(PlanFixtures.inWaves()));
        List<String> words =
                List.of("watch --include scraped --interval 300ms --slot 900ms --listen 127.0.0.1:0".split(" "));
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(
                "--bootstrap-server",
                broker.address(),
                "--history",
                folder.resolve("w").toString()));
        all.addAll(List.of("--token-file", token.toString(), "--plan", plan));
        LiveRun run = LiveRun.start(all);
        try (SteadyProducers producers = new SteadyProducers(broker)) {
            producers.start("scraped", "lz4");
            run.awaitProgress("metrics: ");
            URI endpoint = URI.create(run.progressLine("metrics: ").substring("metrics: ".length()));
            Process server = start(program.orElseThrow(), configuration(endpoint.getAuthority(), token));
            try {
                scraped();
            } finally {
                server.destroy();
                server.waitFor(30, TimeUnit.SECONDS);
            }
        }
        run.interrupt();
        run.end();
    }

    private void scraped() throws Exception {
        until(() -> query("rate(squeeze_watch_bytes_total{topic=\"scraped\",codec=\"lz4\"}[15m]) > 0")
                        .at("/data/result")
                        .size()
                == 1);
        for (MonitoringFiles.Query query : MonitoringFiles.queries()) {
            JsonNode answer = query(query.text());
            assertThat(answer.path("status").asText()).as(query + ": " + answer).isEqualTo("success");
            // Such as a rate of what is no counter by its name.
            assertThat(answer.has("warnings") || answer.has("infos"))
                    .as(query + ": " + answer)
                    .isFalse();
        }
        assertThat(query("squeeze_watch_bytes_per_record")
                        .at("/data/result/0/metric/topic")
                        .asText())
                .isEqualTo("scraped");
        assertThat(query("squeeze_watch_planned_bytes_change_ratio")
                        .at("/data/result")
                        .size())
                .isPositive();
        JsonNode target = ask("/api/v1/targets").at("/data/activeTargets/0");
        assertThat(target.path("health").asText()).as(target.toString()).isEqualTo("up");
        assertThat(target.path("lastError").asText()).isEmpty();
        until(() -> {
            List<String> health = ask("/api/v1/rules").findValuesAsText("health");
            return !health.isEmpty() && health.stream().allMatch("ok"::equals);
        });
        assertThat(ask("/api/v1/metadata?metric=squeeze_watch_bytes_total")
                        .at("/data/squeeze_watch_bytes_total/0/type")
                        .asText())
                .isEqualTo("counter");
        assertThat(query("ALERTS{alertname=\"SqueezeWatchBlind\"}")
                        .at("/data/result")
                        .size())
                .isZero();
    }
}
