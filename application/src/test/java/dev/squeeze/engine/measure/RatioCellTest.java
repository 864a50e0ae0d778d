package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordsInMemory;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ratio of one setting on real records, compared with compressing all of them with Kafka's own classes. */
@Tag("slow")
class RatioCellTest {
    private static final int BATCH_BYTES = 8_192;
    private static final int SEEDS = 40;

    @ParameterizedTest
    @ValueSource(strings = {"gzip:1", "snappy", "lz4", "zstd:3"})
    void intervalsFromTwelveAndFromThirtyBatchesCoverTheTrueRatio(String setting) {
        Codec codec = Codec.parse(setting);
        double truth = KafkaBatches.ratio(codec, KafkaBatches.cut(records(), BATCH_BYTES));
        int covered = 0;
        double mean = 0;
        try (BatchWorker worker = new BatchWorker()) {
            for (int seed = 0; seed < SEEDS; seed++) {
                RatioCell cell = new RatioCell(codec, sample(400_000, seed));
                for (int batches : new int[] {12, 30}) {
                    cell.measureUpTo(batches, worker);
                    ConfidenceInterval ratio = cell.ratio().orElseThrow();
                    assertThat(ratio.n()).isEqualTo(batches);
                    assertThat(ratio.exact()).isFalse();
                    covered += ratio.covers(truth) ? 1 : 0;
                    mean += ratio.estimate() / (2 * SEEDS);
                }
            }
        }

        assertThat(covered)
                .as("of %d intervals around %.4f, seeds 0 to %d", 2 * SEEDS, truth, SEEDS - 1)
                .isGreaterThanOrEqualTo((int) (0.88 * 2 * SEEDS));
        assertThat(mean / truth).isCloseTo(1, within(0.01));
    }

    @Test
    void theRatioOfAWholeSourceIsExact() {
        Codec codec = Codec.parse("zstd:1");
        BatchSample whole = sample(64L << 20, 1);
        RatioCell cell = new RatioCell(codec, whole);
        try (BatchWorker worker = new BatchWorker()) {
            cell.measureUpTo(Integer.MAX_VALUE, worker);
        }

        ConfidenceInterval ratio = cell.ratio().orElseThrow();
        assertThat(cell.sampleUsedUp()).isTrue();
        assertThat(ratio.exact()).isTrue();
        assertThat(ratio.n()).isEqualTo(whole.populationBatches());
        assertThat(ratio.estimate())
                .isCloseTo(KafkaBatches.ratio(codec, KafkaBatches.cut(records(), BATCH_BYTES)), within(1e-9));
        assertThat(cell.roughRatio()).isCloseTo(ratio.estimate(), within(1e-9));
    }

    @Test
    void tooFewBatchesGiveNoRatio() {
        RatioCell cell = new RatioCell(Codec.parse("lz4"), sample(400_000, 1));
        assertThat(cell.ratio()).isEmpty();
        try (BatchWorker worker = new BatchWorker()) {
            cell.measureUpTo(2, worker);
            assertThat(cell.ratio()).isEmpty();
            cell.measureUpTo(3, worker);
            assertThat(cell.ratio()).isPresent();
        }
        assertThat(cell.batchFractions(2)).hasSize(2).allMatch(fraction -> fraction > 0 && fraction < 1);
    }

    @Test
    void nothingCompressedIsOneToOneWithoutMeasuring() {
        assertThat(new RatioCell(Codec.NONE, sample(400_000, 1)).ratio())
                .hasValueSatisfying(ratio -> assertThat(ratio.estimate()).isEqualTo(1));
    }

    @Test
    void whatIsLeftAtTheEndOfTheSourceIsNoBatchOfTheSize() {
        int fit = wholeSample(200).batches().stream()
                .mapToInt(PackedBatch::records)
                .max()
                .orElseThrow();
        BatchSample withRemainder = wholeSample(3 * fit + 1);
        assertThat(withRemainder.batches())
                .extracting(PackedBatch::records)
                .containsExactlyInAnyOrder(fit, fit, fit, 1);
        RatioCell cell = new RatioCell(Codec.parse("snappy"), withRemainder);
        try (BatchWorker worker = new BatchWorker()) {
            cell.measureUpTo(4, worker);
        }

        assertThat(cell.batchFractions(100)).hasSize(3).allMatch(fraction -> fraction < 0.3);
        assertThat(new RatioCell(Codec.parse("snappy"), withRemainder).batchFractions(100))
                .as("before any is compressed")
                .isEmpty();
    }

    /** Records that have most of their bytes in common, and therefore hardly compress individually. */
    private static BatchSample wholeSample(int records) {
        Random random = new Random(3);
        byte[] shared = new byte[300];
        random.nextBytes(shared);
        List<BatchRecord> all = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            byte[] value = shared.clone();
            value[i % value.length] = (byte) i;
            all.add(new BatchRecord(null, value, BatchRecord.NO_HEADERS, i));
        }
        return new RecordsInMemory(all)
                .sample(List.of(16 << 10), Long.MAX_VALUE, 1, 1)
                .sizes()
                .get(0);
    }

    private static BatchSample sample(long bytes, long seed) {
        return Sampler.draw(
                        new BundledSample("access-log", ReadOptions.DEFAULT),
                        new SamplingPlan(List.of(BATCH_BYTES), bytes, 1_024, seed, 2),
                        (read, total) -> {})
                .sizes()
                .get(0);
    }

    private static List<BatchRecord> records() {
        List<BatchRecord> records = new ArrayList<>();
        new BundledSample("access-log", ReadOptions.DEFAULT).read(records::add, (read, total) -> {});
        return records;
    }
}
