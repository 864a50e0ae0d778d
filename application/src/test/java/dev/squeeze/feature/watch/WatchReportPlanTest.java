package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistoryWriter;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.engine.history.WatchStart;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.ResultJson;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each topic's planned change next to the measured one, for a plan of two thirds less for each topic, and two weeks
 * around it.
 */
class WatchReportPlanTest {
    private static final Duration SLOT = Duration.ofHours(1);
    private static final Instant FROM = Instant.parse("2026-11-02T00:00:00Z");
    private static final Instant CHANGE = Instant.parse("2026-11-12T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2026-11-16T00:00:00Z");
    private static final int NONE = 0;
    private static final int ZSTD = 4;

    /** Stored bytes per record after the change; 300 before. */
    private static final Map<String, Double> AFTER = Map.of("clicks", 100.0, "orders", 240.0, "orders.audit", 300.0);

    @TempDir
    Path folder;

    @BeforeEach
    void twoWeeks() {
        Random noise = new Random(46);
        try (HistoryWriter writer = HistoryWriter.open(folder.resolve("w"), Duration.ofDays(90))) {
            writer.add(new WatchStart(FROM, "kafka1:9092", Duration.ofSeconds(30), 1 << 20));
            for (Instant start = FROM; start.isBefore(UNTIL); start = start.plus(SLOT)) {
                List<TopicRow> rows = new ArrayList<>();
                boolean after = !start.isBefore(CHANGE);
                for (Map.Entry<String, Double> topic : new TreeMap<>(AFTER).entrySet()) {
                    rows.add(row(
                            topic.getKey(),
                            (after ? topic.getValue() : 300) * (1 + 0.02 * noise.nextGaussian()),
                            after && !topic.getKey().equals("orders.audit") ? ZSTD : NONE));
                }
                writer.add(new HistorySlot(start, SLOT, rows, ReadingLoad.NONE, List.of()));
            }
        }
    }

    private static TopicRow row(String topic, double bytesPerRecord, int codec) {
        int records = 100_000;
        double bytes = records * bytesPerRecord;
        return new TopicRow(
                topic,
                records,
                records / 20.0,
                bytes,
                List.of(new CodecPart(codec, records, bytes)),
                OptionalDouble.of(5),
                2,
                50,
                OptionalLong.empty());
    }

    private Invocation report(String... more) {
        String plan = Records.write(folder, "plan.json", ResultJson.write(PlanFixtures.inWaves()));
        List<String> words = new ArrayList<>(List.of(("watch report --zone UTC --history " + folder.resolve("w")
                        + " --change-at " + CHANGE + " --plan " + plan)
                .split(" ")));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }

    private static JsonNode topic(JsonNode report, String name) {
        for (JsonNode topic : report.get("topics")) {
            if (topic.get("topic").asText().equals(name)) {
                return topic;
            }
        }
        throw new AssertionError(name + " is not in " + report);
    }

    @Test
    void eachPromiseStandsNextToWhatCame() {
        JsonNode report = report("--json").document();

        JsonNode clicks = topic(report, "clicks");
        assertThat(clicks.at("/promise/codec").asText()).isEqualTo("zstd");
        assertThat(clicks.at("/promise/bytes/estimate").asDouble()).isCloseTo(-2.0 / 3, within(1e-6));
        assertThat(clicks.at("/promise/money/estimate").asDouble()).isEqualTo(900);
        assertThat(clicks.at("/promise/shareOfCodec").asDouble()).isEqualTo(1);
        assertThat(clicks.at("/comparison/bytes/estimate").asDouble()).isBetween(-0.69, -0.64);
        assertThat(clicks.at("/comparison/verdict").asText()).isEqualTo("as-planned");
        assertThat(topic(report, "orders").at("/comparison/verdict").asText()).isEqualTo("less-than-planned");
        JsonNode audit = topic(report, "orders.audit");
        assertThat(audit.at("/comparison/verdict").asText()).isEqualTo("less-than-planned");
        assertThat(audit.at("/promise/shareOfCodec").asDouble()).isZero();
        assertThat(report.at("/change/verdict").asText()).isEqualTo("less-than-planned");
    }

    @Test
    void whatIsPlannedButWasNotSeenIsSaid() {
        assertThat(report("--json").document().get("notes").toString())
                .contains("1 topic of the plan had no records in this period: logs.");
        assertThat(report("--include", "clicks", "--json")
                        .document()
                        .get("notes")
                        .toString())
                .doesNotContain("of the plan");
    }

    @Test
    void lessThanPlannedFailsWhereThatIsAskedFor() {
        assertThat(report().code()).isEqualTo(ExitCode.DONE);
        assertThat(report("--fail-on", "less-than-planned").code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(report("--fail-on", "less-than-planned", "--include", "clicks")
                        .code())
                .isEqualTo(ExitCode.DONE);
        String text = report().out();
        // Lines are wrapped at the width of the terminal.
        assertThat(text)
                .contains("Against the plan")
                .containsPattern("Less than planned\\s+since\\s+\\S+:\\s+orders.audit,\\s+orders\\.");
        assertThat(text).containsPattern("clicks +zstd +100 % +-67 %.*as planned");
    }
}
