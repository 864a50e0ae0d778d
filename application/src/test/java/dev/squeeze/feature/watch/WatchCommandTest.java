package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.OnPath;
import dev.squeeze.Records;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.ResultJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A rollout on a real broker within seconds: watch reports what changes, and the effect on bytes. */
@Tag("live")
@Timeout(120)
class WatchCommandTest {
    /** Enough slots before and after a change for a verdict, even on a busy machine. */
    private static final int SECONDS_OF_EACH_SIDE = 12;

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @TempDir
    Path folder;

    private List<String> watch(String... more) {
        return watchEach("300ms", "900ms", more);
    }

    private List<String> watchEach(String interval, String slot, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "watch",
                "--bootstrap-server",
                broker.address(),
                "--history",
                folder.toString(),
                "--interval",
                interval,
                "--slot",
                slot));
        words.addAll(List.of(more));
        return words;
    }

    private static HttpResponse<String> get(URI address, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static URI metrics(LiveRun run) throws Exception {
        run.awaitProgress("metrics: ");
        return URI.create(run.progressLine("metrics: ").substring("metrics: ".length()));
    }

    @Test
    void namesWhatChangesAndComparesBeforeWithAfter() throws Exception {
        broker.create("changed", 2, Map.of());
        broker.create("joined", 1, Map.of());
        broker.create("repacked", 1, Map.of());
        String plan = Records.write(folder, "plan.json", ResultJson.write(PlanFixtures.inWaves()));
        LiveRun run =
                LiveRun.start(watch("--listen", "127.0.0.1:0", "--live", "--plan", plan, "--jmx", broker.startJmx()));
        Instant change;
        try (SteadyProducers producers = new SteadyProducers(broker)) {
            producers.start("joined", "zstd");
            producers.start("repacked", "lz4");
            producers.start("changed", "none");
            run.awaitProgress("3 topics with records");
            TimeUnit.SECONDS.sleep(SECONDS_OF_EACH_SIDE);
            change = Instant.now();
            producers.end("changed");
            broker.configure("repacked", "compression.type", "gzip");
            producers.start("changed", "zstd");
            producers.start("joined", "none");
            TimeUnit.SECONDS.sleep(SECONDS_OF_EACH_SIDE);
            served(get(metrics(run)).body());
            assertThat(get(run.page()).body())
                    .as("the live page")
                    .contains("changed", "joined", "repacked", "uncompressed producer", "broker recompresses");
        }
        run.interrupt();
        Invocation end = run.end();

        assertThat(end.code()).as(end.err()).isEqualTo(ExitCode.DONE);
        assertThat(end.out().lines())
                .anyMatch(line -> line.contains("producer changed codec")
                        && line.contains("changed: producer")
                        && line.contains("zstd"))
                .anyMatch(line -> line.contains("uncompressed producer") && line.contains("joined: producer"))
                .anyMatch(line -> line.contains("broker recompresses") && line.contains("repacked: "));
        reported(change);
    }

    private void reported(Instant change) {
        JsonNode document = Invocation.of(
                        "watch",
                        "report",
                        "--history",
                        folder.toString(),
                        "--change-at",
                        change.toString(),
                        "--fail-on",
                        "none",
                        "--json")
                .expectDone()
                .document();
        Map<String, JsonNode> topics = new HashMap<>();
        document.get("topics").forEach(topic -> topics.put(topic.get("topic").asText(), topic));

        JsonNode changed = topics.get("changed").get("comparison");
        assertThat(changed.get("verdict").asText()).isEqualTo("better");
        assertThat(changed.get("bytes").get("high").asDouble()).isNegative();
        assertThat(changed.get("money").get("change").get("estimate").asDouble())
                .isNegative();
        assertThat(topics.get("joined").get("comparison").get("verdict").asText())
                .isEqualTo("worse");
        assertThat(document.get("change").get("verdict").asText()).isEqualTo("worse");
        assertThat(document.get("change").has("brokerCpu")).isTrue();
        assertThat(topics.get("repacked").get("recompressedShare").asDouble()).isPositive();
        assertThat(document.get("marks")).hasSizeGreaterThanOrEqualTo(3);
        Invocation failing =
                Invocation.of("watch", "report", "--history", folder.toString(), "--change-at", change.toString());
        assertThat(failing.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(failing.out()).contains("Worse since ", "joined");
    }

    /** The dashboard and the alerts use nothing that is not served, and Prometheus' own tool accepts the metrics. */
    private void served(String text) throws Exception {
        assertThat(text)
                .contains(
                        "squeeze_watch_records_total{topic=\"changed\"}",
                        "squeeze_watch_planned_bytes_change_ratio{topic=\"clicks\"}",
                        "squeeze_watch_up 1");
        MonitoringFiles.checkAgainst(text);
        Optional<Path> promtool = OnPath.program("promtool");
        if (promtool.isPresent()) {
            OnPath.Ended check =
                    OnPath.run(folder, text, List.of(promtool.orElseThrow().toString(), "check", "metrics"));
            assertThat(check.printed()).isEmpty();
            assertThat(check.code()).isZero();
        }
    }

    /** Twenty readings, after which new topics are looked for, would take longer than this test waits. */
    @Test
    void theFirstTopicIsFoundAtTheNextReading() throws Exception {
        LiveRun run = LiveRun.start(watchEach("10s", "10s", "--include", "late"));
        run.awaitProgress("no topics to watch yet");
        broker.create("late", 1, Map.of());
        try (SteadyProducers producers = new SteadyProducers(broker)) {
            producers.start("late", "lz4");
            run.awaitProgress("1 topic with records");
        }
        run.interrupt();

        assertThat(run.end().code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void countsEachRecordAndWhatReadingCosts() throws Exception {
        broker.create("counted", 3, Map.of());
        LiveRun run = LiveRun.start(watch("--include", "counted"));
        run.awaitProgress("watching 1 topic");
        TimeUnit.SECONDS.sleep(1);
        try (SteadyProducers producers = new SteadyProducers(broker)) {
            producers.start("counted", "lz4");
            run.awaitProgress("1 topic with records");
            TimeUnit.SECONDS.sleep(2);
        }
        TimeUnit.SECONDS.sleep(2);
        run.interrupt();
        run.end();
        long written = 0;
        for (int partition = 0; partition < 3; partition++) {
            written += broker.read("counted", partition).size();
        }

        JsonNode document = Invocation.of("watch", "report", "--history", folder.toString(), "--json")
                .expectDone()
                .document();

        JsonNode topic = document.get("topics").get(0);
        assertThat(topic.get("all").get("records").asLong()).isEqualTo(written);
        assertThat(topic.get("all").get("codecs").get(0).get("codec").asText()).isEqualTo("lz4");
        assertThat(document.get("observation").get("load").get("requests").asLong())
                .isPositive();
        assertThat(document.get("observation").get("load").get("receivedBytes").asLong())
                .isPositive();
    }

    @Test
    void metricsNeedTheTokenAndAreServedToNamesOfThisMachineAlone() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123\n");
        LiveRun run = LiveRun.start(watch("--listen", "127.0.0.1:0", "--token-file", token.toString()));
        URI address = metrics(run);

        assertThat(get(address).statusCode()).isEqualTo(401);
        for (JsonNode scrape : List.of(
                MonitoringFiles.scrapeOfTheCollector(),
                MonitoringFiles.prometheusOfTheGuide().at("/scrape_configs/0"))) {
            URI scraped = new URI(
                    scrape.path("scheme").asText("http"),
                    address.getAuthority(),
                    scrape.path("metrics_path").asText("/metrics"),
                    null,
                    null);
            String scheme = scrape.at("/authorization/type").asText("Bearer");
            assertThat(scrape.at("/authorization/credentials_file").asText()).isNotEmpty();
            HttpResponse<String> answer = get(
                    scraped,
                    "Authorization",
                    scheme + " " + Files.readString(token).strip());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain; version=0.0.4");
        }
        run.interrupt();
        assertThat(run.end().code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void refusesWhatCannotBeWatched() {
        Invocation.of("watch").expectRefusal(ExitCode.USAGE, "--bootstrap-server HOST:PORT");
        Invocation.of("watch", "--bootstrap-server", "127.0.0.1:1", "--listen", "0.0.0.0:9464")
                .expectRefusal(ExitCode.USAGE, "--token-file FILE");
        Invocation.of("watch", "report", "--history", folder.resolve("none").toString())
                .expectRefusal(ExitCode.FAILED, "there is no history");
        Invocation.of("watch", "report", "--history", folder.toString(), "--change-at", "soon")
                .expectRefusal(ExitCode.USAGE, "--change-at 'soon' is not a time");
    }
}
