package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which records end up in which batches of other clients. */
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

    /** From the 64th record on, the delta to the batch's first offset needs a second byte. */
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

    /**
     * In a live run, franz-go sent records of this size to a broker, several due together: behind each batch of 85,
     * another one of 2 to 4 left. While the application hands over records without pausing, the goroutine that makes
     * requests runs at once.
     */
    @Test
    void behindAFullBatchOfFranzGoLeavesHardlyMoreThanTheNextRecordOfABurst() {
        int[] sent = {0};
        List<Integer> sizes = new ArrayList<>();
        Client client = Client.parse("franz-go");
        OtherClientReplay.of(
                        client,
                        new ReplayPlan(
                                Codec.NONE,
                                16_384,
                                100,
                                1,
                                1,
                                new ReplayPlan.Arrivals.Patterned(() -> ++sent[0] % 50 == 0 ? 1e6 : 0),
                                ReplayTiming.ofRoundTrip(Duration.ofMillis(1))),
                        ClientCompression.published(client.profile(), Codec.NONE),
                        Optional.of((recordBytes, rank) -> 1),
                        1)
                .observedBy(batch -> sizes.add(batch.size()))
                .send(() -> record(null, 185), 2e4, new ReplayExtent(0, 1_000, Long.MAX_VALUE));

        assertThat(sizes).filteredOn(records -> records > 80).hasSizeGreaterThan(400);
        assertThat(sizes)
                .filteredOn(records -> records <= 80)
                .hasSizeGreaterThan(400)
                .allMatch(records -> records < 12);
    }

    /** Versions before the sticky partitioner send each of them to a random partition. */
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

    @Test
    void countingGoesOnWithSizesThatAModelSaysCorrectedByWhatWasCompressed() {
        ReplayedTraffic compressed =
                ofRandomBursts(new ReplayExtent(0, 3_000, 32 << 20), Optional.of((bytes, rank) -> 3));
        ReplayedTraffic further =
                ofRandomBursts(new ReplayExtent(0, 100, 1 << 20, 256 << 20), Optional.of((bytes, rank) -> 3));

        assertThat(further.batches()).isGreaterThan(300);
        assertThat(further.recordsPerBatchRelativeError()).isLessThan(0.045);
        assertThat(further.ratio()).isCloseTo(compressed.ratio(), withinPercentage(2));
    }

    /** Batches of a request that follow the last one that counts are compressed like those before. */
    @Test
    void withoutAModelAllAreCompressed() {
        ReplayedTraffic traffic = ofRandomBursts(new ReplayExtent(0, 101, 32 << 20, 64 << 20), Optional.empty());

        assertThat(traffic.batches()).isGreaterThan(101);
        assertThat((double) (traffic.storedBytes() - traffic.headerBytes()) / traffic.recordBytes())
                .isEqualTo(1);
    }

    /** Uncompressed, to twelve partitions of one broker, so that a request contains several batches. */
    private static ReplayedTraffic ofRandomBursts(ReplayExtent extent, Optional<SizeModel> model) {
        SplittableRandom random = new SplittableRandom(1);
        int[] left = {0};
        Client client = Client.parse("sarama");
        return OtherClientReplay.of(
                        client,
                        new ReplayPlan(
                                Codec.NONE,
                                1_000_000,
                                20,
                                12,
                                1,
                                new ReplayPlan.Arrivals.Patterned(() -> {
                                    if (left[0]-- > 0) {
                                        return 0;
                                    }
                                    left[0] = 1 + (int) (-Math.log1p(-random.nextDouble()) * 60);
                                    return 40e6;
                                }),
                                ReplayTiming.ofRoundTrip(Duration.ofMillis(1)),
                                new ReplayPlan.Compressing(model, true),
                                Optional.empty()),
                        ClientCompression.published(client.profile(), Codec.NONE),
                        model,
                        1)
                .send(() -> record(null, 500), 1e5, extent);
    }

    private static int largest(List<List<BatchRecord>> batches) {
        return batches.stream().mapToInt(List::size).max().orElseThrow();
    }
}
