package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DepthGainTest {
    /** Stored bytes per record of records that have 300 bytes in common. */
    private static double stored(double recordsPerBatch) {
        return 100 + 300 / recordsPerBatch;
    }

    private static DepthGain.At at(double recordsPerBatch) {
        return new DepthGain.At(recordsPerBatch, stored(recordsPerBatch));
    }

    private static final DepthGain GAIN = new DepthGain(at(16), at(8), at(4));

    @Test
    void whatDeeperBatchesSaveIsKnownFromShallowerOnes() {
        double halvesCost = stored(8) - stored(16);
        for (double growth : new double[] {1.05, 1.25, 1.6, 0.9}) {
            double saved = GAIN.weight(Math.log(growth) / Math.log(2)) * halvesCost;

            assertThat(saved).as("growth " + growth).isCloseTo(stored(16) - stored(16 * growth), within(0.3));
        }
    }

    @Test
    void batchesThatKeepTheirDepthSaveNothing() {
        assertThat(GAIN.weight(0)).isZero();
    }

    @Test
    void batchesOfOneRecordSayNothingOfDeeperOnes() {
        assertThat(new DepthGain(at(1), at(1), at(1)).weight(1)).isZero();
    }

    /** 12 of 112 records are the second of their batch. */
    @Test
    void theFewBatchesOfTwoRecordsSayWhatASecondOneSaves() {
        double alone = 400;
        double second = 300;
        DepthGain gain = new DepthGain(
                new DepthGain.At(1.12, (100 * alone + 12 * second) / 112),
                new DepthGain.At(1, alone),
                new DepthGain.At(1, alone));

        double saved = gain.weight(0.01) * 12 * (alone - second) / 112;

        // 1.12 records grow by 0.7 %, and each additional one is the second of its batch.
        assertThat(saved).isCloseTo(0.0078 * (alone - second) / 1.12, within(0.2));
    }

    @Test
    void theFirstBatchesThatAreMeasuredLieAllOver() {
        for (int size : new int[] {1, 2, 7, 100, 1_000}) {
            List<Integer> order = PairedBatches.spreadEvenly(size, new Random(size));

            assertThat(new HashSet<>(order)).hasSize(size);
            assertThat(order).hasSize(size).allMatch(place -> place >= 0 && place < size);
        }
        List<Integer> first = PairedBatches.spreadEvenly(1_000, new Random(5)).subList(0, 64);
        for (int quarter = 0; quarter < 4; quarter++) {
            int from = 250 * quarter;
            assertThat(first.stream().filter(place -> place >= from && place < from + 250))
                    .hasSizeBetween(14, 18);
        }
    }
}
