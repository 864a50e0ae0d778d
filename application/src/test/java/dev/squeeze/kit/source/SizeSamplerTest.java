package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.PackedBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A stream with more batches than the control limit, beyond which only a part is compressed and the total is estimated.
 */
@Tag("slow")
class SizeSamplerTest {
    private static final int RECORDS = 270_000;
    private static final int CONTROL_LIMIT_BATCHES = 1 << 18;
    private static final int SEEDS = 40;

    private static final List<BatchRecord> STREAM = new ArrayList<>();
    private static double truth;
    private static long recordBytes;

    @BeforeAll
    static void makeStream() {
        Random random = new Random(17);
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = new byte[random.nextInt(100) == 0 ? 400 : 20 + random.nextInt(30)];
            BatchRecord record = new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0);
            STREAM.add(record);
            recordBytes += KafkaBatches.sizeInBytes(record, 0, 0);
            truth += control(KafkaBatches.sizeInBytes(record, 0, 0), i);
        }
    }

    @Test
    void theEstimatedControlTotalIsUnbiasedAndItsVarianceIsABound() {
        double sum = 0;
        double squares = 0;
        double estimated = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            BatchSample sample = sampled(seed);
            double error = sample.controlTotalBytes() - truth;
            sum += error;
            squares += error * error;
            estimated += sample.controlVariance() / SEEDS;
        }
        double mean = sum / SEEDS;
        double variance = (squares - SEEDS * mean * mean) / (SEEDS - 1);

        assertThat(mean).as("seeds 0 to 39").isCloseTo(0, within(3.5 * Math.sqrt(variance / SEEDS)));
        // Compared with independent draws; a variance from 40 draws is below 1.9 times the true one 999 times in a
        // thousand.
        assertThat(variance / estimated).as("seeds 0 to 39").isLessThan(1.9);
        assertThat(Math.sqrt(estimated) / truth).isLessThan(0.01);
    }

    @Test
    void countsStayThoseOfTheWholeStream() {
        BatchSample sample = sampled(3);

        assertThat(sample.populationBatches()).isEqualTo(RECORDS);
        assertThat(sample.populationRecords()).isEqualTo(RECORDS);
        assertThat(sample.populationRecordBytes()).isEqualTo(recordBytes);
        assertThat(sample.controlledBatches()).isLessThanOrEqualTo(CONTROL_LIMIT_BATCHES);
        assertThat((double) sample.controlledBatches()).isCloseTo(RECORDS / 2.0, within(2_000.0));
        assertThat(sample.isComplete()).isFalse();
    }

    @Test
    void everyKeptBatchHasItsOwnControl() {
        BatchSample sample = sampled(4);

        assertThat(sample.batches()).hasSizeGreaterThan(300);
        for (int i = 0; i < sample.batches().size(); i++) {
            PackedBatch batch = sample.batches().get(i);
            assertThat(sample.controlBytes().get(i)).isEqualTo(control(batch.recordBytes(), batch.firstRecord()));
        }
    }

    @Test
    void aBatchIsDrawnInProportionToItsBytes() {
        double large = 0;
        double all = 0;
        for (int seed = 0; seed < 10; seed++) {
            BatchSample sample = sampled(100L + seed);
            large += sample.batches().stream()
                    .filter(batch -> batch.recordBytes() > 400)
                    .count();
            all += sample.batches().size();
        }
        double largeBytes = 0;
        for (BatchRecord record : STREAM) {
            int bytes = KafkaBatches.sizeInBytes(record, 0, 0);
            largeBytes += bytes > 400 ? bytes : 0;
        }
        double share = largeBytes / recordBytes;

        double standardError = Math.sqrt(share * (1 - share) / all);
        assertThat(large / all).as("seeds 100 to 109").isCloseTo(share, within(4 * standardError));
    }

    /** Batches of one size, so the selection does not depend on their bytes. */
    @Test
    void keptBatchesLieEvenlyOverTheStream() {
        List<BatchRecord> alike =
                Collections.nCopies(20_000, new BatchRecord(null, new byte[40], BatchRecord.NO_HEADERS, 0));
        for (int seed = 0; seed < 10; seed++) {
            double[] shares = new double[10];
            List<PackedBatch> kept = sampled(alike, seed).batches();
            kept.forEach(batch -> shares[(int) (batch.firstRecord() / 2_000)] += 1.0 / kept.size());

            // With independent draws a tenth would have 0.1 +- 0.01 (standard deviation).
            assertThat(kept).hasSizeBetween(600, 1_100);
            for (double share : shares) {
                assertThat(share).as("seed %d", seed).isCloseTo(0.1, within(0.005));
            }
        }
    }

    private static BatchSample sampled(long seed) {
        return sampled(STREAM, seed);
    }

    private static BatchSample sampled(List<BatchRecord> stream, long seed) {
        SamplingPlan plan = new SamplingPlan(List.of(1), 40_000, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, seed, 1);
        return DrawnBatches.of(plan, stream, batch -> control(batch.recordBytes(), batch.firstRecord()));
    }

    /** Simulates a compressor: worse later in the stream, and better for large batches. */
    private static int control(int recordBytes, long position) {
        return 10 + recordBytes / 4 + (int) (position / 27_000);
    }
}
