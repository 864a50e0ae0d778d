package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProducerReplayTest {
    private static final Duration NONE = Duration.ZERO;

    /** Unthrottled, batches of about 80 records to one partition: the appending thread takes 80 microseconds per batch. */
    private static ReplayedTraffic atFullSpeed(double slower) {
        ReplayTiming timing = new ReplayTiming(
                new ReplayTiming.Cost(1_000, 0),
                new ReplayTiming.RequestCost(5_000, 0, 0, 0),
                new ReplayTiming.RequestCost(40_000, 0, 0, 0),
                Duration.ofNanos(50_000),
                Duration.ofNanos(60_000),
                new ReplayTiming.RequestCost(10_000, 0, 0, 0),
                NONE,
                NONE);
        ReplayPlan plan = new ReplayPlan(
                Codec.NONE,
                16_384,
                5,
                1,
                1,
                new ReplayPlan.Arrivals.AsFastAsTaken(),
                timing.withReceiversSlowedBy(slower));
        BatchRecord record = new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, 0);
        try (ProducerReplay producer = new ProducerReplay(plan, 1)) {
            return producer.send(() -> record, one -> 0, new ReplayExtent(0, 2_000, Long.MAX_VALUE));
        }
    }

    @Test
    void whereBrokerAndConsumerAreSlowARequestIsNotFetchedByItself() {
        ReplayedTraffic fast = atFullSpeed(1);
        ReplayedTraffic slow = atFullSpeed(4);

        assertThat(fast.brokerBusy()).isBetween(0.4, 0.6);
        assertThat((double) fast.fetches() / fast.requests()).isBetween(0.98, 1.0);
        assertThat(slow.brokerBusy()).isBetween(0.98, 1.05);
        assertThat((double) slow.fetches() / slow.requests()).isBetween(0.4, 0.7);
    }

    @Test
    void anApplicationThreadThatOnlyFillsTheBufferIsNotTheOneThatLimits() {
        assertThat(atFullSpeed(1).applicationBusy()).isBetween(0.98, 1.0);
        assertThat(atFullSpeed(4).applicationBusy()).isBetween(0.4, 0.6);
    }

    /**
     * 100 records per second, with a linger of two record intervals: the third record arrives when the linger of the first ends.
     */
    private static double recordsPerBatchOfATrickle(Duration reaction) {
        return recordsPerBatchOfATrickle(65_536, reaction);
    }

    private static double recordsPerBatchOfATrickle(int batchSizeBytes, Duration reaction) {
        ReplayTiming.RequestCost nothing = new ReplayTiming.RequestCost(0, 0, 0, 0);
        ReplayTiming timing = new ReplayTiming(
                new ReplayTiming.Cost(0, 0),
                nothing,
                nothing,
                Duration.ofNanos(200_000),
                Duration.ofNanos(200_000),
                nothing,
                reaction,
                Duration.ofNanos(170_000));
        ReplayPlan plan =
                new ReplayPlan(Codec.NONE, batchSizeBytes, 20, 1, 1, new ReplayPlan.Arrivals.Even(100), timing);
        BatchRecord record = new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, 0);
        try (ProducerReplay producer = new ProducerReplay(plan, 1)) {
            return producer.send(() -> record, one -> 0, new ReplayExtent(0, 2_000, Long.MAX_VALUE))
                    .recordsPerBatch();
        }
    }

    /**
     * The sender counts whole milliseconds: it wakes one too early if it started counting in the millisecond after the batch was
     * opened, which is more likely the longer it took to react.
     */
    @Test
    void whereInAMillisecondRecordsFallIsLeftToChance() {
        assertThat(recordsPerBatchOfATrickle(NONE)).isBetween(2.95, 3.0);
        assertThat(recordsPerBatchOfATrickle(Duration.ofNanos(70_000))).isBetween(2.75, 2.92);
    }

    /** Records without a key: each full batch is followed by one of another, randomly chosen partition. */
    private static double recordsPerBatchOverPartitions(long seed) {
        ReplayPlan plan = new ReplayPlan(
                Codec.NONE,
                16_384,
                5,
                12,
                1,
                new ReplayPlan.Arrivals.Poisson(40_000),
                ReplayTiming.ofRoundTrip(Duration.ofMillis(1)));
        BatchRecord record = new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, 0);
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.send(() -> record, one -> ProducerReplay.ANY_PARTITION, new ReplayExtent(0, 500, 1L << 40))
                    .recordsPerBatch();
        }
    }

    @Test
    void whichPartitionsAreDrawnFollowsFromTheSeed() {
        assertThat(recordsPerBatchOverPartitions(1))
                .isEqualTo(recordsPerBatchOverPartitions(1))
                .isNotEqualTo(recordsPerBatchOverPartitions(2));
    }

    /** About 33,000 years, more than nanoseconds in a long can represent. */
    @Test
    void recordsThatAreYearsApartEndAsSoonAsAnyOthers() {
        ReplayPlan plan = new ReplayPlan(
                Codec.ofDefaultLevel(CodecType.ZSTD),
                16_384,
                5,
                1,
                1,
                new ReplayPlan.Arrivals.Poisson(1e-9),
                ReplayTiming.ofRoundTrip(Duration.ofMillis(1)));
        BatchRecord record = new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, 0);
        try (ProducerReplay producer = new ProducerReplay(plan, 1)) {
            ReplayedTraffic traffic = producer.send(
                    () -> record, any -> ProducerReplay.ANY_PARTITION, new ReplayExtent(0, 1_000, Long.MAX_VALUE));

            assertThat(traffic.recordsPerBatch()).isEqualTo(1);
            assertThat(traffic.records() / traffic.seconds()).isBetween(0.9e-9, 1.1e-9);
        }
    }

    /**
     * 40 partitions with a batch of 1 MiB each exceed the buffer: after 32 records the producer waits for the linger of 50 ms and a
     * response. Records that became due meanwhile are appended after it, not before.
     */
    @Test
    void recordsThatWaitForTheBufferAreAppendedOnceThereIsRoom() {
        ReplayPlan plan = new ReplayPlan(
                Codec.NONE,
                1 << 20,
                50,
                40,
                1,
                new ReplayPlan.Arrivals.Poisson(10_000),
                ReplayTiming.ofRoundTrip(Duration.ofMillis(1)));
        AtomicInteger sent = new AtomicInteger();
        try (ProducerReplay producer = new ProducerReplay(plan, 1)) {
            ReplayedTraffic traffic = producer.send(
                    () -> new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT),
                    any -> sent.getAndIncrement() % 40,
                    new ReplayExtent(0, 2_000, Long.MAX_VALUE));

            assertThat(traffic.records() / traffic.seconds()).isBetween(550.0, 32 / 0.05);
        }
    }

    @Test
    void withABatchSizeOfZeroEachRecordIsABatch() {
        assertThat(recordsPerBatchOfATrickle(0, NONE)).isEqualTo(1);
    }
}
