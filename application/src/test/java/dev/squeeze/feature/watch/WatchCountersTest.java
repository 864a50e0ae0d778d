package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WatchCountersTest {
    private static final Instant BEGAN = Instant.parse("2026-11-25T00:00:00Z");
    private static final Duration SLOT = Duration.ofMinutes(5);

    private final WatchCounters counters = new WatchCounters(BEGAN, SLOT);

    private static HistorySlot slot(int number, TopicRow... rows) {
        return new HistorySlot(
                BEGAN.plus(SLOT.multipliedBy(number)),
                SLOT,
                List.of(rows),
                new ReadingLoad(10, 500, 20_000, 2, 15_000),
                List.of(new BrokerRow("kafka1:9999", 1_500_000_000L)));
    }

    private static TopicRow row(String topic, long records, double batches, CodecPart... codecs) {
        return new TopicRow(
                topic,
                records,
                batches,
                records * 100.0,
                List.of(codecs),
                OptionalDouble.of(4),
                3,
                7,
                OptionalLong.of(40));
    }

    private static Mark rawProducer(String topic) {
        return new Mark(
                BEGAN,
                Mark.Kind.RAW_PRODUCER,
                topic,
                OptionalLong.of(7),
                Optional.of("lz4"),
                Optional.of("none"),
                "producer 7 sends uncompressed batches; the topic's producers send lz4");
    }

    /** A series that starts at 1 is no increase for Prometheus, and its alert would stay silent. */
    @Test
    void aMarkSoonAfterTheBeginningIsAnIncrease() {
        counters.watching(Set.of("orders"));
        assertThat(counters.text().lines())
                .contains("squeeze_watch_marks_total{topic=\"orders\",kind=\"raw-producer\"} 0")
                .contains("squeeze_watch_records_total{topic=\"orders\"} 0");

        counters.mark(rawProducer("orders"));

        assertThat(counters.text().lines())
                .contains("squeeze_watch_marks_total{topic=\"orders\",kind=\"raw-producer\"} 1")
                .contains("squeeze_watch_marks_total{topic=\"orders\",kind=\"behind-plan\"} 0");
    }

    @Test
    void rowsAddUpAndTheLastOneIsShown() {
        counters.watching(Set.of("orders", "idle"));
        counters.slot(slot(0, row("orders", 1_000, 100, new CodecPart(3, 1_000, 100_000))));
        counters.slot(
                slot(1, row("orders", 2_000, 50, new CodecPart(3, 500, 50_000), new CodecPart(4, 1_500, 60_000))));

        assertThat(counters.text().lines())
                .contains("squeeze_watch_records_total{topic=\"orders\"} 3000")
                .contains("squeeze_watch_batches_total{topic=\"orders\"} 150")
                .contains("squeeze_watch_records_per_batch{topic=\"orders\"} 40")
                .contains("squeeze_watch_producers{topic=\"orders\"} 3")
                .contains("squeeze_watch_recompressed_records_total{topic=\"orders\"} 80")
                .contains("squeeze_watch_bytes_total{topic=\"orders\",codec=\"lz4\"} 150000")
                .contains("squeeze_watch_bytes_total{topic=\"orders\",codec=\"zstd\"} 60000")
                .contains("squeeze_watch_bytes_total{topic=\"orders\",codec=\"snappy\"} 0")
                .contains("squeeze_watch_codec_records_total{topic=\"orders\",codec=\"zstd\"} 1500")
                .contains("squeeze_watch_broker_cpu_seconds_total{broker=\"kafka1:9999\"} 3")
                .contains("squeeze_watch_read_bytes_total 40000")
                .contains("squeeze_watch_requests_total 24")
                .contains("squeeze_watch_slot_seconds 300")
                .contains("squeeze_watch_last_slot_timestamp_seconds "
                        + BEGAN.plus(SLOT.multipliedBy(2)).getEpochSecond());
    }

    @Test
    void aTopicWithoutARowHasNoBytesOfARecordAndADeletedOneNoSeries() {
        counters.watching(Set.of("orders", "idle"));
        counters.slot(slot(0, row("orders", 1_000, 100, new CodecPart(3, 1_000, 100_000))));
        assertThat(counters.text())
                .contains("squeeze_watch_bytes_per_record{topic=\"orders\"} 100\n", "squeeze_watch_topics 2\n")
                .doesNotContain("bytes_per_record{topic=\"idle\"}", "records_per_batch{topic=\"idle\"}");

        counters.watching(Set.of("idle"));

        assertThat(counters.text()).doesNotContain("orders").contains("squeeze_watch_topics 1\n");
    }

    /** A watch with long rows that has just started must not look as if it had stood still since 1970. */
    @Test
    void beforeTheFirstRowTheAgeCountsFromTheBeginning() {
        assertThat(counters.text())
                .contains("squeeze_watch_last_slot_timestamp_seconds " + BEGAN.getEpochSecond() + "\n");
    }
}
