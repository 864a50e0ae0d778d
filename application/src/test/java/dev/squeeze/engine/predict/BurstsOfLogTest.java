package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BurstsOfLogTest {
    /** Capacity of a batch at this {@code batch.size}; the rest of a burst forms a smaller batch. */
    private static final int FULL = 98;

    private static double recordsPerBatch(double burst) {
        return burst / Math.ceil(burst / FULL);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 20, 90, 97.5, 98})
    void burstsMakeTheBatchesThatWereSeen(double seen) {
        double burst =
                BurstsOfLog.explaining(1.0, 1, batches -> batches * seen, BurstsOfLogTest::recordsPerBatch, seen);

        assertThat(recordsPerBatch(burst)).isBetween(0.95 * seen, 1.05 * seen);
    }

    /**
     * If each burst fills one batch and part of another, the mean is half of the observed size: longer bursts explain
     * full batches.
     */
    @Test
    void fullBatchesAreThoseOfLongBursts() {
        double burst = BurstsOfLog.explaining(1.0, 1, batches -> batches * 99.0, BurstsOfLogTest::recordsPerBatch, 99);

        assertThat(burst).isGreaterThan(10 * FULL);
        assertThat(recordsPerBatch(burst)).isBetween(93.0, 98.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 1.2})
    void batchesThatProducersGatherNeedNoBursts(double seen) {
        assertThat(BurstsOfLog.isExplainedBy(1, 0, seen)).isTrue();
    }

    @Test
    void batchesThatAreClearlyLargerNeedBursts() {
        assertThat(BurstsOfLog.isExplainedBy(10, 0.1, 13)).isFalse();
    }

    /** How many half-empty batches leave with a full one depends on thread scheduling. */
    @Test
    void whereTheMeanRateFillsBatchesTheyAreLargerByChance() {
        assertThat(BurstsOfLog.isExplainedBy(10, 0.5, 14)).isTrue();
        assertThat(BurstsOfLog.isExplainedBy(10, 0.5, 30)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 7, 97.5, 1_000, 100_000})
    void burstsKeepTheMeanRate(double recordsPerBurst) {
        int size = 5_000;
        ArrivalPattern pattern = ArrivalPattern.inBursts(size, recordsPerBurst);

        assertThat(IntStream.range(0, size)
                        .mapToDouble(pattern::gapAfter)
                        .average()
                        .orElseThrow())
                .isBetween(0.98, 1.02);
        assertThat(IntStream.range(0, size).filter(i -> pattern.gapAfter(i) > 0).count())
                .isEqualTo((long) Math.ceil(size / recordsPerBurst));
        assertThat(pattern.recordsPerBurst()).hasValue(recordsPerBurst);
    }

    @Test
    void someOfTheRecordsComeInTheSameBursts() {
        List<Integer> some = IntStream.range(100, 140).boxed().toList();

        ArrivalPattern bursts = ArrivalPattern.inBursts(5_000, 20);
        assertThat(bursts.thinnedTo(some).recordsPerBurst()).hasValue(20);
        assertThat(bursts.ofStretches(some).recordsPerBurst()).hasValue(20);
    }
}
