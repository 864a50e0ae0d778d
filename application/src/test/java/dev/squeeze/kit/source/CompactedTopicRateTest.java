package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;

/**
 * Offsets 0 to 899 have no records any more; of the 100 records sent since the oldest one that is left, in 100 s, 20
 * are left.
 */
class CompactedTopicRateTest {
    private static final PartitionId PARTITION = new PartitionId("changes", 0);
    private static final long FIRST_MILLIS = 1_000_000;
    private static final long LAST_MILLIS = FIRST_MILLIS + 100_000;

    private static void add(ByteArrayOutputStream log, long baseOffset, long millis) {
        BatchRecord[] records = IntStream.range(0, 10)
                .mapToObj(any ->
                        new BatchRecord(null, "x".getBytes(StandardCharsets.US_ASCII), BatchRecord.NO_HEADERS, millis))
                .toArray(BatchRecord[]::new);
        ByteBuffer batch = KafkaBatches.batch(Compression.NONE, records).putLong(0, baseOffset);
        byte[] bytes = new byte[batch.remaining()];
        batch.get(bytes);
        log.writeBytes(bytes);
    }

    private static TopicBatches topic(boolean whole, long emptyOffsetsRead, double shareBeforeFirst) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        add(log, 900, FIRST_MILLIS);
        add(log, 990, LAST_MILLIS);
        return new TopicBatches(
                "changes",
                Map.of(PARTITION, new OffsetRange(0, 1_000)),
                List.of(
                        new TopicBatches.Stretch(PARTITION, 0, emptyOffsetsRead, new byte[0]),
                        new TopicBatches.Stretch(PARTITION, 900, 1_000, log.toByteArray())),
                new TopicBatches.Facts(
                        2,
                        whole,
                        1_000,
                        shareBeforeFirst,
                        0,
                        List.of(FIRST_MILLIS, LAST_MILLIS),
                        List.of(),
                        0,
                        List.of()));
    }

    private static StoredBatches read(TopicBatches topic) {
        return TopicSource.of(topic)
                .read(record -> true, (bytesRead, bytesTotal) -> {})
                .stored()
                .orElseThrow();
    }

    @Test
    void whatWasSentBeforeTheOldestRecordIsNotInTheTimeSinceThen() {
        StoredBatches whole = read(topic(true, 900, 0));

        assertThat(whole.compactedShare()).hasValueCloseTo(0.8, within(1e-9));
        assertThat(whole.recordsPerSecond()).hasValueCloseTo(0.95, within(1e-9));
    }

    @Test
    void norIsItWhereOnlyStretchesWereRead() {
        assertThat(read(topic(false, 500, 0.9)).recordsPerSecond()).hasValueCloseTo(1.0, within(0.05));
    }

    @Test
    void anInspectionShowsTheSameRate() {
        for (TopicBatches topic : List.of(topic(true, 900, 0), topic(false, 500, 0.9))) {
            StoredBatches read = read(topic);
            TopicProfile inspected = TopicInspection.run(topic, 1).profile();

            assertThat(inspected.recordsPerSecond()).isEqualTo(read.recordsPerSecond());
            assertThat(inspected.compactedShare())
                    .isEqualTo(read.compactedShare())
                    .isPresent();
        }
    }
}
