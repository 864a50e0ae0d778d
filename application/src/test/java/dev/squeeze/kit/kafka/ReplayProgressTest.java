package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class ReplayProgressTest {
    private static final long COMPRESSED = 4 << 20;
    private static final long MODELLED = 1 << 30;
    private static final double RECORDS_PER_SECOND = 5_000;

    @Test
    void batchesThatAreAlikeAreEnough() {
        assertThat(alike(new ReplayExtent(0, 200, 1 << 20, 1 << 30))).isEqualTo(200);
    }

    @Test
    void allThatIsMeantIsCompressedHoweverFewRecordsABatchHolds() {
        assertThat(alike(new ReplayExtent(0, 200, 300_000, 1 << 20, 1 << 30))).isEqualTo(300);
        assertThat(alike(new ReplayExtent(0, 200, 100_000, 1 << 20, 1 << 30)))
                .as("batches are larger than was expected")
                .isEqualTo(200);
        assertThat(alike(new ReplayExtent(0, 200, 1 << 20, 1 << 20, 1 << 30)))
                .as("far smaller ones")
                .isEqualTo(800);
    }

    /** The number of batches of 1,000 bytes until the end. */
    private static int alike(ReplayExtent extent) {
        ReplayProgress progress = new ReplayProgress(extent, true);
        int batches = 0;
        for (; !progress.isOver(); batches++) {
            progress.left(10 + batches % 2, 1_000, true);
        }
        return batches;
    }

    @Test
    void whereTheyDifferMuchItGoesOnUntilTheirMeanIsKnown() {
        ReplayProgress progress = new ReplayProgress(new ReplayExtent(0, 200, 1 << 20, 1 << 30), true);

        assertThat(batches(progress, 5)).isGreaterThan(2_000);
        assertThat(progress.isCompressing()).isFalse();
    }

    @Test
    void butNotForeverAndNotWithoutAModel() {
        ReplayExtent extent = new ReplayExtent(0, 200, 1 << 20, 1_000_000);

        assertThat(batches(new ReplayProgress(extent, true), 20)).isEqualTo(1_000);
        assertThat(batches(new ReplayProgress(extent, false), 20)).isEqualTo(200);
        assertThat(batches(new ReplayProgress(extent, true), 3))
                .as("where the error would stay above 10 %%")
                .isBetween(200, 900);
    }

    /** @param percent percentage of batches with 500 records; all others have one */
    private static int batches(ReplayProgress progress, int percent) {
        SplittableRandom random = new SplittableRandom(1);
        int batches = 0;
        for (; !progress.isOver(); batches++) {
            progress.left(random.nextInt(100) < percent ? 500 : 1, 1_000, false);
        }
        return batches;
    }

    @Test
    void compressingSmallOnesTakesNoLongerThanCompressingThoseBeforeDid() {
        SplittableRandom random = new SplittableRandom(1);
        ReplayProgress progress = new ReplayProgress(new ReplayExtent(0, 200, 1 << 20, 1 << 30), true);
        int compressed = 0;
        while (!progress.isOver()) {
            boolean small = progress.isCompressingSmall();
            compressed += small ? 1 : 0;
            progress.left(random.nextInt(100) < 5 ? 500 : 1, 2_000, small);
        }

        // For the first batch, nothing has been compressed before.
        assertThat(compressed).isEqualTo(399);
    }

    /**
     * Bursts of records without keys over six partitions. Each full batch is sent together with one of one or two records, which
     * compresses badly: the producer's guess of the ratio jumps, and takes hundreds of batches to decrease.
     */
    @Test
    void aProducerWhoseGuessWandersIsFollowedUntilItsMeanIsKnown() {
        double few = 0;
        double many = 0;
        for (int seed = 0; seed < 6; seed++) {
            few += sent(seed, new ReplayExtent(96 << 20, 3_000, COMPRESSED), 1).recordsPerBatch();
            many += sent(seed, new ReplayExtent(96 << 20, 3_000, COMPRESSED, MODELLED), 1)
                    .recordsPerBatch();
        }

        assertThat(many / few).isGreaterThan(2);
    }

    @Test
    void theSizesOfThoseThatAreNotCompressedAreCorrectedByThoseThatWere() {
        ReplayedTraffic compressed = sent(1, new ReplayExtent(96 << 20, 3_000, 64 << 20), 1);
        ReplayedTraffic modelled = sent(1, new ReplayExtent(96 << 20, 3_000, COMPRESSED, MODELLED), 2);

        assertThat(modelled.recordBytes()).isGreaterThan(8 * COMPRESSED);
        assertThat(bytesOfRecord(modelled))
                .isCloseTo(bytesOfRecord(compressed), within(0.03 * bytesOfRecord(compressed)));
    }

    private static double bytesOfRecord(ReplayedTraffic traffic) {
        return (double) traffic.storedBytes() / traffic.records();
    }

    /** @param off modelled size as a multiple of the approximate compressed size */
    private static ReplayedTraffic sent(long seed, ReplayExtent extent, double off) {
        List<BatchRecord> records = records();
        int[] next = {0};
        ReplayPlan plan = new ReplayPlan(
                Codec.parse("gzip"),
                1 << 18,
                100,
                6,
                1,
                new ReplayPlan.Arrivals.Patterned(bursts()),
                ReplayTiming.ofRoundTrip(Duration.ofNanos(500_000)),
                ReplayPlan.Compressing.counted((bytes, rank) -> off * (0.1 + 500 / (bytes + 500))),
                Optional.empty());
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.send(
                    () -> records.get(next[0]++ % records.size()), record -> ProducerReplay.ANY_PARTITION, extent);
        }
    }

    /** Four times the mean rate, then nothing. */
    private static DoubleSupplier bursts() {
        SplittableRandom random = new SplittableRandom(7);
        double gap = 1e9 / RECORDS_PER_SECOND;
        int[] left = {0};
        double[] pause = {0};
        return () -> {
            if (left[0]-- > 0) {
                return gap / 4;
            }
            int burst = 1 + (int) (-Math.log1p(-random.nextDouble()) * RECORDS_PER_SECOND / 2);
            left[0] = burst;
            double before = pause[0];
            pause[0] = burst * gap * 3 / 4;
            return before + gap / 4;
        };
    }

    /** About one kilobyte each, mostly identical. */
    private static List<BatchRecord> records() {
        SplittableRandom random = new SplittableRandom(3);
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int field = 0; field < 40; field++) {
                text.append("\"attribute_")
                        .append((char) ('a' + field % 26))
                        .append(field)
                        .append("\":");
                text.append(field % 4 == 0 ? random.nextInt(1_000) : 7).append(',');
            }
            records.add(
                    new BatchRecord(null, text.toString().getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 0));
        }
        return records;
    }
}
