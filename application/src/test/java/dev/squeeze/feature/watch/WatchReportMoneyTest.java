package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistoryWriter;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.engine.history.WatchStart;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics with the same traffic and different retention. */
class WatchReportMoneyTest {
    private static final Duration SLOT = Duration.ofHours(1);
    private static final Instant FROM = Instant.parse("2026-11-02T00:00:00Z");
    private static final Instant CHANGE = Instant.parse("2026-11-12T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2026-11-16T00:00:00Z");

    private static final Map<String, Map<String, String>> TOPICS = new TreeMap<>(Map.of(
            "second", Map.of("retention.ms", "1000"),
            "month", Map.of("retention.ms", "2592000000"),
            "compacted", Map.of("cleanup.policy", "compact", "retention.ms", "2592000000"),
            "forever", Map.of("retention.ms", "-1")));

    @TempDir
    Path folder;

    @BeforeEach
    void twoWeeks() {
        try (HistoryWriter writer = HistoryWriter.open(folder.resolve("w"), Duration.ofDays(90))) {
            writer.add(new WatchStart(FROM, "kafka1:9092", Duration.ofSeconds(30), 1 << 20));
            TOPICS.forEach((topic, settings) -> writer.add(
                    new TopicFacts(FROM, topic, 6, 3, 3, OptionalInt.of(3), Optional.of(settings), OptionalInt.of(2))));
            int hour = 0;
            for (Instant start = FROM; start.isBefore(UNTIL); start = start.plus(SLOT)) {
                double bytesPerRecord = (start.isBefore(CHANGE) ? 300 : 100) * (1 + 0.01 * (hour++ % 5));
                writer.add(new HistorySlot(
                        start,
                        SLOT,
                        TOPICS.keySet().stream()
                                .map(topic -> row(topic, bytesPerRecord))
                                .toList(),
                        ReadingLoad.NONE,
                        List.of()));
            }
        }
    }

    private static TopicRow row(String topic, double bytesPerRecord) {
        int records = 10_000_000;
        double bytes = records * bytesPerRecord;
        return new TopicRow(
                topic,
                records,
                records / 20.0,
                bytes,
                List.of(new CodecPart(0, records, bytes)),
                OptionalDouble.of(5),
                2,
                50,
                OptionalLong.empty());
    }

    private JsonNode report(String... include) {
        return Invocation.of(("watch report --zone UTC --json --history " + folder.resolve("w") + " --change-at "
                                + CHANGE + (include.length == 0 ? "" : " --include " + String.join("|", include)))
                        .split(" "))
                .document();
    }

    private static double monthAfter(JsonNode report, String name) {
        for (JsonNode topic : report.get("topics")) {
            if (topic.get("topic").asText().equals(name)) {
                return topic.at("/comparison/money/after").asDouble();
            }
        }
        throw new AssertionError(name + " is not in " + report);
    }

    @Test
    void disksOfTopicsThatDeleteNothingAreLeftOutWithANote() {
        JsonNode report = report();
        double wire = monthAfter(report, "second");

        assertThat(monthAfter(report, "month")).isGreaterThan(1.2 * wire);
        assertThat(monthAfter(report, "compacted")).isCloseTo(wire, within(0.001 * wire));
        assertThat(monthAfter(report, "forever")).isEqualTo(monthAfter(report, "compacted"));
        assertThat(report.get("notes").toString())
                .contains("Money for 2 topics covers only bytes on the wire", ": compacted, forever.");
    }

    @Test
    void whereAllDisksAreKnownThereIsNoSuchNote() {
        assertThat(report("second", "month").get("notes").toString()).doesNotContain("only bytes on the wire");
    }
}
