package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.squeeze.BrokerForTests;
import dev.squeeze.LiveRun;
import dev.squeeze.OnPath;
import dev.squeeze.Records;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus, if one is installed, scrapes a real watch as described in the guide, and has data for every panel
 * of the dashboard; its alerts fire.
 */
@Tag("live")
@Timeout(300)
class PrometheusTest {
    private static final String CHANGED = "scraped.changed";
    private static final String JOINED = "scraped.joined";
    private static final String REPACKED = "scraped.repacked";
    private static final Duration WEEK = Duration.ofDays(7);
    private static final double BYTES_A_WEEK_AGO = 1_000;
    /** After this many batches, watch, which samples them, has seen enough to know what is usual. */
    private static final int ENOUGH_BATCHES = 200;

    private static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    private static Path program(String name) {
        Optional<Path> program = OnPath.program(name);
        Assumptions.assumeTrue(program.isPresent(), name + " is not on the PATH: no Prometheus scraped squeeze watch");
        return program.orElseThrow();
    }

    private List<String> watch(Path token) throws Exception {
        String plan = ResultJson.write(PlanFixtures.inWaves()).replace("\"clicks\"", "\"" + CHANGED + "\"");
        List<String> words = new ArrayList<>(
                List.of("watch --include scraped[.].* --interval 300ms --slot 1s --listen 127.0.0.1:0".split(" ")));
        words.addAll(List.of("--bootstrap-server", broker.address(), "--jmx", broker.startJmx()));
        words.addAll(List.of("--history", folder.resolve("history").toString()));
        words.addAll(List.of("--plan", Records.write(folder, "plan.json", plan), "--token-file", token.toString()));
        return words;
    }

    /** The guide's configuration, with the address and the token of this watch, and an interval of one second. */
    private Path configuration(String target, Path token) throws Exception {
        ObjectNode guide = (ObjectNode) MonitoringFiles.prometheusOfTheGuide();
        String rules = guide.at("/rule_files/0").asText();
        guide.putArray("rule_files")
                .add(MonitoringFiles.DEPLOY.toRealPath().resolve(rules).toString());
        guide.putObject("global").put("scrape_interval", "1s").put("evaluation_interval", "1s");
        ObjectNode scrape = (ObjectNode) guide.at("/scrape_configs/0");
        ((ObjectNode) scrape.path("authorization")).put("credentials_file", token.toString());
        scrape.putArray("static_configs").addObject().putArray("targets").add(target);
        return Files.writeString(folder.resolve("prometheus.yml"), new YAMLMapper().writeValueAsString(guide));
    }

    /** The samples that the server would have if it had also scraped a week ago. */
    private Path storage(Path promtool, String target) throws Exception {
        StringBuilder samples = new StringBuilder("# TYPE squeeze_watch_bytes_per_record gauge\n");
        Instant weekAgo = Instant.now().minus(WEEK);
        for (int minute = -5; minute <= 10; minute++) {
            samples.append("squeeze_watch_bytes_per_record{job=\"squeeze-watch\",instance=\"" + target + "\",topic=\""
                    + CHANGED + "\"} " + BYTES_A_WEEK_AGO + " "
                    + weekAgo.plus(Duration.ofMinutes(minute)).getEpochSecond() + "\n");
        }
        Path before = folder.resolve("before.txt");
        Files.writeString(before, samples.append("# EOF\n"));
        Path storage = folder.resolve("storage");
        OnPath.Ended made = OnPath.run(
                folder,
                "",
                List.of(
                        promtool.toString(),
                        "tsdb",
                        "create-blocks-from",
                        "openmetrics",
                        before.toString(),
                        storage.toString()));
        assertThat(made.code()).as(made.printed()).isZero();
        return storage;
    }

    @Test
    void aServerScrapesWatchHasDataForEveryPanelAndFiresItsAlerts() throws Exception {
        Path prometheus = program("prometheus");
        Path promtool = program("promtool");
        for (String topic : List.of(CHANGED, JOINED, REPACKED)) {
            broker.create(topic, 1, Map.of());
        }
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123\n");
        LiveRun run = LiveRun.start(watch(token));
        try (SteadyProducers producers = new SteadyProducers(broker)) {
            producers.start(CHANGED, "none");
            producers.start(JOINED, "zstd");
            producers.start(REPACKED, "lz4");
            run.awaitProgress("3 topics with records");
            String target = URI.create(run.progressLine("metrics: ").substring("metrics: ".length()))
                    .getAuthority();
            try (PrometheusServer server = PrometheusServer.start(
                    prometheus,
                    configuration(target, token),
                    storage(promtool, target),
                    folder.resolve("prometheus.log"))) {
                scraped(server, target);
                broker.configure(REPACKED, "compression.type", "gzip");
                producers.end(CHANGED);
                producers.start(CHANGED, "zstd");
                producers.start(JOINED, "none");
                fired(server);
                shown(server);
                run.interrupt();
                assertThat(run.end().code()).isEqualTo(ExitCode.DONE);
                server.await("alert for a watch that has ended", () -> "pending"
                        .equals(alerts(server).get("SqueezeWatchBlind ")));
            }
        } finally {
            run.interrupt();
        }
    }

    /** The target is up, counters are counters, and no rule fails or has found anything. */
    private static void scraped(PrometheusServer server, String target) throws Exception {
        String known = "count(squeeze_watch_batches_total >= " + ENOUGH_BATCHES + ") == 3";
        server.await("200 batches of each topic", () -> !server.query(known).isEmpty());
        server.await("target that is up", () -> {
            JsonNode targets = server.ask("/api/v1/targets?state=active").path("activeTargets");
            assertThat(targets).hasSize(1);
            assertThat(targets.at("/0/scrapeUrl").asText()).isEqualTo("http://" + target + "/metrics");
            return targets.at("/0/health").asText().equals("up")
                    && targets.at("/0/lastError").asText().isEmpty();
        });
        assertThat(server.query("rate(squeeze_watch_records_total[15m]) > 0")).hasSize(3);
        assertThat(server.ask("/api/v1/metadata?metric=squeeze_watch_bytes_total")
                        .at("/squeeze_watch_bytes_total/0/type")
                        .asText())
                .isEqualTo("counter");
        server.await("evaluation of the rules", () -> {
            List<String> health = server.ask("/api/v1/rules").findValuesAsText("health");
            assertThat(health).doesNotContain("err");
            return health.size() == MonitoringFiles.rules().size()
                    && health.stream().allMatch("ok"::equals);
        });
        assertThat(alerts(server))
                .doesNotContainKeys("KafkaProducerChangedCodec " + CHANGED, "KafkaRawProducer " + JOINED);
    }

    /** States of alerts by name and topic. */
    private static Map<String, String> alerts(PrometheusServer server) throws IOException, InterruptedException {
        Map<String, String> states = new TreeMap<>();
        for (JsonNode alert : server.ask("/api/v1/alerts").path("alerts")) {
            assertThat(alert.path("annotations").toString()).doesNotContain("no value", "{{", "error");
            JsonNode labels = alert.path("labels");
            states.put(
                    labels.path("alertname").asText() + " "
                            + labels.path("topic").asText(),
                    alert.path("state").asText());
        }
        return states;
    }

    private static void fired(PrometheusServer server) throws Exception {
        for (String alert : List.of(
                "KafkaProducerChangedCodec " + CHANGED,
                "KafkaRawProducer " + JOINED,
                "KafkaBrokerRecompresses " + REPACKED)) {
            server.await(alert, () -> "firing".equals(alerts(server).get(alert)));
        }
    }

    /**
     * Every query of the dashboard returns series with the labels that its legend names, if queried as Grafana does.
     */
    private static void shown(PrometheusServer server) throws Exception {
        List<String> topics = new ArrayList<>();
        server.ask("/api/v1/label/topic/values?match%5B%5D=" + MonitoringFiles.metricOfTopics())
                .forEach(topic -> topics.add(topic.asText()));
        assertThat(topics).containsExactly(CHANGED, JOINED, REPACKED);
        for (MonitoringFiles.Query query : MonitoringFiles.panels(topics)) {
            // An increase needs a scrape from before the change and one after it.
            server.await(query.toString(), () -> !server.range(query.text()).isEmpty());
            JsonNode series = server.range(query.text());
            assertThat(series).as(query.toString()).isNotEmpty();
            for (JsonNode one : series) {
                assertThat(one.path("values")).as(query.toString()).isNotEmpty();
                MonitoringFiles.labelsShown(query).forEach(label -> assertThat(
                                one.path("metric").path(label).asText())
                        .as(label + " in " + query)
                        .isNotEmpty());
            }
        }
        assertThat(server.query("squeeze_watch_bytes_per_record offset 7d")
                        .at("/0/value/1")
                        .asDouble())
                .isEqualTo(BYTES_A_WEEK_AGO);
    }
}
