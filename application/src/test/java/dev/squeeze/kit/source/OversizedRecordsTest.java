package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TotalEstimator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records larger than the total that is kept for a batch size. */
class OversizedRecordsTest {
    private static final int MIB = 1 << 20;
    private static final BatchRecord SMALL = record(300);
    private static final BatchRecord OVERSIZED = record(5 * MIB);

    private static BatchRecord record(int bytes) {
        return new BatchRecord(null, new byte[bytes], BatchRecord.NO_HEADERS, 0);
    }

    /** @param everyOversized number of small records between large ones */
    private static BatchSample sampled(int small, int everyOversized, BatchRecord oversized, long seed) {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 1; i <= small; i++) {
            records.add(SMALL);
            if (i % everyOversized == 0) {
                records.add(oversized);
            }
        }
        return DrawnBatches.of(
                new SamplingPlan(List.of(1_024), 4 * MIB, 1_024, seed, 1), records, batch -> (int) control(batch));
    }

    /** Simulates a compressor that compresses large batches well, and small ones to different degrees. */
    private static double control(PackedBatch batch) {
        return batch.recordBytes() > MIB
                ? batch.recordBytes() / 50.0
                : batch.recordBytes() / (2.0 + batch.firstRecord() % 5);
    }

    private static long largeOnes(BatchSample sample) {
        return sample.batches().stream()
                .filter(batch -> batch.recordBytes() > MIB)
                .count();
    }

    @Test
    void aSingleOversizedRecordLeavesRoomForOthers() {
        BatchSample sample = sampled(20_000, 15_000, OVERSIZED, 1);

        assertThat(largeOnes(sample)).isEqualTo(1);
        assertThat(sample.batches()).hasSizeGreaterThan(3_500);
    }

    /** Each batch still has a probability proportional to its bytes, or 1. */
    @Test
    void theTotalIsUnbiasedAndWithinItsInterval() {
        int within = 0;
        double sum = 0;
        double truth = truth();
        int seeds = 20;
        for (int seed = 0; seed < seeds; seed++) {
            BatchSample sample = sampled(20_000, 15_000, OVERSIZED, seed);
            int n = 200;
            double[] wanted = new double[n];
            double[] bytes = new double[n];
            double[] control = new double[n];
            for (int i = 0; i < n; i++) {
                PackedBatch batch = sample.batches().get(i);
                control[i] = control(batch);
                bytes[i] = batch.recordBytes();
                wanted[i] = 0.8 * control[i] + (batch.firstRecord() % 7) * bytes[i] / 100;
            }
            ConfidenceInterval total = TotalEstimator.estimate(wanted, bytes, control, n, sample.population());
            sum += total.estimate();
            within += total.low() <= truth && truth <= total.high() ? 1 : 0;
        }

        assertThat(within).as("seeds 0 to 19").isGreaterThanOrEqualTo(18);
        assertThat(sum / seeds / truth).as("seeds 0 to 19").isBetween(0.98, 1.02);
    }

    /** The true total, from the same stream with enough room for all batches. */
    private static double truth() {
        SizeSampler sampler = new SizeSampler(1_024, new SamplingPlan(List.of(1_024), 64L * MIB, 100_000, 1, 1));
        List<SizeSampler.ControlTask> tasks = new ArrayList<>();
        for (int i = 1; i <= 20_000; i++) {
            sampler.add(SMALL, tasks);
            if (i == 15_000) {
                sampler.add(OVERSIZED, tasks);
            }
        }
        sampler.finish(tasks);
        BatchSample all = sampler.sample();
        assertThat(all.isComplete()).isTrue();
        return all.batches().stream()
                .mapToDouble(
                        batch -> 0.8 * (int) control(batch) + (batch.firstRecord() % 7) * batch.recordBytes() / 100.0)
                .sum();
    }

    @Test
    void memoryIsBoundedWhereManyAreOversized() {
        BatchSample sample = sampled(400, 10, OVERSIZED, 1);

        assertThat(largeOnes(sample)).isBetween(3L, 4L);
        assertThat(sample.batches().stream().mapToLong(PackedBatch::recordBytes).sum())
                .isLessThan((4 + 16 + 5) * MIB);
    }
}
