package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What goes into which batch of other clients. */
class OtherClientReplayTest {
    private static final int LENGTH_OF_BATCH = 4;

    private static List<List<BatchRecord>> batches(String library, int batchSizeBytes, BatchRecord record) {
        Client client = Client.parse(library);
        ReplayPlan plan = new ReplayPlan(
                Codec.NONE,
                batchSizeBytes,
                20,
                12,
                1,
                new ReplayPlan.Arrivals.Even(10_000),
                ReplayTiming.ofRoundTrip(Duration.ofMillis(1)));
        List<List<BatchRecord>> batches = new ArrayList<>();
        OtherClientReplay.of(
                        client,
                        plan,
                        ClientCompression.published(client.profile(), Codec.NONE),
                        Optional.of((recordBytes, rank) -> 1),
                        1)
                .observedBy(batches::add)
                .send(() -> record, 1e5, new ReplayExtent(0, 50, Long.MAX_VALUE));
        return batches;
    }

    private static BatchRecord record(byte @Nullable [] key, int valueBytes) {
        return new BatchRecord(key, new byte[valueBytes], BatchRecord.NO_HEADERS, 0);
    }

    /** From the 64th record on the distance from the batch's first takes a second byte. */
    @Test
    void franzGoCountsTheRealDistanceFromTheFirstRecordOfABatch() {
        BatchRecord record = record(new byte[] {1}, 20);
        int bytes = RecordFormatV2.BATCH_HEADER_BYTES + LENGTH_OF_BATCH;
        for (int place = 0; place < 100; place++) {
            bytes += RecordFormatV2.encodedBytes(record, place, 0);
        }

        assertThat(largest(batches("franz-go", bytes, record))).isEqualTo(100);
        assertThat(largest(batches("franz-go", bytes - 1, record))).isEqualTo(99);
    }

    /** Versions before the sticky partitioner send each of them to a partition at random. */
    @Test
    void librdkafkaTreatsAnEmptyKeyAsNone() {
        List<Integer> sizes = sizes(new byte[0]);

        assertThat(sizes).isEqualTo(sizes(null)).allMatch(records -> records < 60);
        assertThat(sizes(new byte[1])).as("in one partition").anyMatch(records -> records > 150);
    }

    private static List<Integer> sizes(byte @Nullable [] key) {
        return batches("librdkafka:1.5", 1_000_000, record(key, 20)).stream()
                .map(List::size)
                .toList();
    }

    private static int largest(List<List<BatchRecord>> batches) {
        return batches.stream().mapToInt(List::size).max().orElseThrow();
    }
}
