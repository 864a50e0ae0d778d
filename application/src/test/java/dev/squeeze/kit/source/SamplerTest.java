package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.github.luben.zstd.Zstd;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordShapes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Samples of a bundled sample and of a file, compared with the same source divided completely into batches by Kafka's
 * own sizes.
 */
@Tag("slow")
class SamplerTest {
    private static final long ROOMY = 64L << 20;
    private static final int MANY = SamplingPlan.DEFAULT_BATCHES_PER_SIZE;
    private static final RecordSource.ReadProgress QUIET = (read, total) -> {};
    private static final int LINES = 6_000;

    @TempDir
    static Path folder = Path.of("");

    private static Path file = Path.of("lines.log");

    @BeforeAll
    static void writeLines() throws IOException {
        Random random = new Random(31);
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int i = 0; i < LINES; i++) {
            lines.writeBytes(RecordShapes.text(random, 20 + random.nextInt(160)));
            lines.write('\n');
        }
        file = folder.resolve("lines.log");
        Files.write(file, lines.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSourceThatFitsIsKeptWhole(boolean bundled) {
        RecordSource source = bundled ? bundled() : lines();
        List<BatchRecord> records = Reading.of(source).records();

        Sample sample = Sampler.draw(source, plan(List.of(1_024, 65_536), ROOMY, 5), QUIET);

        assertThat(sample.read().records()).isEqualTo(records.size());
        assertThat(sample.seed()).isEqualTo(5);
        assertThat(sample.sizes()).extracting(BatchSample::nominalBytes).containsExactly(1_024, 65_536);
        for (BatchSample size : sample.sizes()) {
            Map<Long, byte[]> all = fullCut(records, size.nominalBytes());
            assertThat(size.isComplete()).isTrue();
            assertThat(kept(size)).containsExactlyInAnyOrderEntriesOf(sizes(all));
            assertThat(size.populationBatches()).isEqualTo(all.size());
            assertThat(size.populationRecords()).isEqualTo(records.size());
            assertThat(size.populationRecordBytes()).isEqualTo(bytes(all));
            assertThat(size.controlledBatches()).isEqualTo(all.size());
            assertThat(size.controlVariance()).isZero();
            assertThat(size.controlTotalBytes())
                    .isEqualTo(all.values().stream()
                            .mapToDouble(batch -> Zstd.compress(batch, 1).length)
                            .sum());
            assertWholeBatchesWithTheirControl(size, all);
        }
    }

    @Test
    void sizesOfRecordsAreThoseOfTheWholeSource() {
        double[] sizes = Reading.of(lines()).records().stream()
                .mapToDouble(BatchRecord::payloadBytes)
                .sorted()
                .toArray();

        Sample.RecordBytes summary =
                Sampler.draw(lines(), plan(List.of(4_096), 5_000, 5), QUIET).recordBytes();

        assertThat(summary.min()).isEqualTo((long) sizes[0]);
        assertThat(summary.max()).isEqualTo((long) sizes[sizes.length - 1]);
        assertThat(summary.mean()).isCloseTo(Arrays.stream(sizes).average().orElseThrow(), within(1e-9));
        assertThat((double) summary.median())
                .isCloseTo(sizes[sizes.length / 2], within(0.03 * sizes[sizes.length / 2]));
        assertThat((double) summary.p99()).isCloseTo(sizes[sizes.length * 99 / 100], within(5.0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aSmallSampleIsBoundedAndMadeOfBatchesOfTheFullCut(long seed) {
        List<BatchRecord> records = Reading.of(bundled()).records();
        long most = 400_000;

        Sample sample = Sampler.draw(bundled(), plan(List.of(1_024, 16_384), most, seed), QUIET);

        for (BatchSample size : sample.sizes()) {
            Map<Long, byte[]> all = fullCut(records, size.nominalBytes());
            long kept =
                    size.batches().stream().mapToLong(PackedBatch::recordBytes).sum();
            assertThat(kept).isBetween(most - 2L * size.nominalBytes(), most);
            assertThat(size.isComplete()).isFalse();
            assertThat(size.populationBatches()).isEqualTo(all.size());
            assertThat(size.populationRecords()).isEqualTo(records.size());
            assertThat(size.populationRecordBytes()).isEqualTo(bytes(all));
            assertThat(size.batches()).extracting(PackedBatch::firstRecord).doesNotHaveDuplicates();
            assertThat(size.batches().stream().map(PackedBatch::firstRecord).toList())
                    .as("in random order, so that every prefix is a random sample, seed %d", seed)
                    .isNotEqualTo(size.batches().stream()
                            .map(PackedBatch::firstRecord)
                            .sorted()
                            .toList());
            assertWholeBatchesWithTheirControl(size, all);
        }
        assertThat(sample.retainedBytes()).isLessThanOrEqualTo(2 * most);
    }

    @Test
    void oneSeedDrawsOneSampleWhateverTheNumberOfThreads() {
        SamplingPlan plan = plan(List.of(1_024, 16_384), 100_000, 8);
        SamplingPlan onOneThread =
                new SamplingPlan(plan.batchBytes(), plan.sampleBytes(), plan.batchesPerSize(), plan.seed(), 1);

        Sample first = Sampler.draw(lines(), plan, QUIET);
        Sample again = Sampler.draw(lines(), onOneThread, QUIET);

        for (int i = 0; i < 2; i++) {
            BatchSample one = first.sizes().get(i);
            BatchSample other = again.sizes().get(i);
            assertThat(positions(one)).isEqualTo(positions(other));
            assertThat(one.controlBytes()).isEqualTo(other.controlBytes());
            assertThat(one.controlTotalBytes()).isEqualTo(other.controlTotalBytes());
            assertThat(one.spanRatios()).isEqualTo(other.spanRatios());
        }
    }

    @Test
    void anotherSeedDrawsAnotherSample() {
        List<Long> first = positions(drawn(1));

        assertThat(positions(drawn(2))).isNotEqualTo(first);
        assertThat(positions(drawn(1))).isEqualTo(first);
    }

    @Test
    void samplesSpreadEvenlyOverTheWholeSource() {
        double[] positions = new double[0];
        for (long seed = 0; seed < 40; seed++) {
            double[] one = positions(drawn(seed)).stream()
                    .mapToDouble(first -> (double) first / LINES)
                    .toArray();
            double[] both = Arrays.copyOf(positions, positions.length + one.length);
            System.arraycopy(one, 0, both, positions.length, one.length);
            positions = both;
        }

        // By chance, Kolmogorov's statistic exceeds 1.63 once in a hundred times.
        assertThat(kolmogorov(positions) * Math.sqrt(positions.length))
                .as("%d positions, seeds 0 to 39", positions.length)
                .isLessThan(1.63);
        assertThat(positions.length).isGreaterThan(1_000);
    }

    @Test
    void theFirstBatchesOfASampleSpreadEvenlyToo() {
        double[] firsts = new double[300];
        for (int seed = 0; seed < firsts.length / 3; seed++) {
            List<Long> positions = positions(drawn(1_000L + seed));
            for (int i = 0; i < 3; i++) {
                firsts[3 * seed + i] = (double) positions.get(i) / LINES;
            }
        }

        assertThat(kolmogorov(firsts) * Math.sqrt(firsts.length))
                .as("seeds from 1000 on")
                .isLessThan(1.63);
    }

    @Test
    void spansTellHowWellEachPartOfTheSourceCompresses() throws IOException {
        Random random = new Random(3);
        ByteArrayOutputStream drifting = new ByteArrayOutputStream();
        for (int i = 0; i < 2_000; i++) {
            for (int b = 0; b < 100; b++) {
                drifting.write(i < 1_000 ? 'a' : 'a' + random.nextInt(26));
            }
            drifting.write('\n');
        }
        Path drift = Files.write(folder.resolve("drift.log"), drifting.toByteArray());

        List<Double> spans = Sampler.draw(source(drift), plan(List.of(1_024), ROOMY, 4), QUIET)
                .sizes()
                .get(0)
                .spanRatios();

        assertThat(spans).hasSize(20);
        assertThat(spans.subList(0, 9)).allMatch(ratio -> ratio > 5);
        assertThat(spans.subList(11, 20)).allMatch(ratio -> ratio < 2);
    }

    @Test
    void aRecordBeyondTheWholeSampleIsStillKeptAlone() throws IOException {
        Path big = Files.write(folder.resolve("big.log"), RecordShapes.text(new Random(2), 50_000));

        BatchSample size = Sampler.draw(source(big), plan(List.of(1_024), 2_000, 1), QUIET)
                .sizes()
                .get(0);

        assertThat(size.isComplete()).isTrue();
        assertThat(size.batches()).singleElement().matches(batch -> batch.recordBytes() > 50_000);
    }

    private static BatchSample drawn(long seed) {
        return Sampler.draw(lines(), plan(List.of(1_024), 40_000, seed), QUIET)
                .sizes()
                .get(0);
    }

    private static SamplingPlan plan(List<Integer> sizes, long bytes, long seed) {
        return new SamplingPlan(sizes, bytes, MANY, seed, 2);
    }

    private static RecordSource bundled() {
        return new BundledSample("access-log", ReadOptions.DEFAULT);
    }

    private static RecordSource lines() {
        return source(file);
    }

    private static RecordSource source(Path path) {
        return new FileSource(
                List.of(path.toString()),
                new ReadOptions(Optional.of(RecordFormat.LINES), Optional.empty(), Optional.empty(), 10_000));
    }

    /** The encoded records of every batch by the position of its first record. */
    private static Map<Long, byte[]> fullCut(List<BatchRecord> records, int nominalBytes) {
        Map<Long, byte[]> all = new HashMap<>();
        long first = 0;
        for (List<BatchRecord> batch : KafkaBatches.cut(records, nominalBytes)) {
            all.put(first, KafkaBatches.encodedRecords(batch));
            first += batch.size();
        }
        return all;
    }

    private static void assertWholeBatchesWithTheirControl(BatchSample size, Map<Long, byte[]> all) {
        assertThat(size.controlBytes()).hasSameSizeAs(size.batches());
        for (int i = 0; i < size.batches().size(); i++) {
            PackedBatch batch = size.batches().get(i);
            byte[] wanted = all.getOrDefault(batch.firstRecord(), new byte[0]);
            assertThat(batch.encodedRecords()).isEqualTo(wanted);
            assertThat(size.controlBytes().get(i)).isEqualTo(Zstd.compress(wanted, 1).length);
        }
    }

    private static Map<Long, Integer> kept(BatchSample size) {
        Map<Long, Integer> kept = new HashMap<>();
        size.batches().forEach(batch -> kept.put(batch.firstRecord(), batch.recordBytes()));
        return kept;
    }

    private static Map<Long, Integer> sizes(Map<Long, byte[]> all) {
        Map<Long, Integer> sizes = new HashMap<>();
        all.forEach((first, batch) -> sizes.put(first, batch.length));
        return sizes;
    }

    private static long bytes(Map<Long, byte[]> all) {
        return all.values().stream().mapToLong(batch -> batch.length).sum();
    }

    private static List<Long> positions(BatchSample size) {
        return new ArrayList<>(
                size.batches().stream().map(PackedBatch::firstRecord).toList());
    }

    /** Largest distance between the distribution of the positions and the uniform one. */
    private static double kolmogorov(double[] positions) {
        double[] sorted = positions.clone();
        Arrays.sort(sorted);
        double largest = 0;
        for (int i = 0; i < sorted.length; i++) {
            largest = Math.max(largest, Math.abs(sorted[i] - (double) i / sorted.length));
            largest = Math.max(largest, Math.abs((i + 1.0) / sorted.length - sorted[i]));
        }
        return largest;
    }
}
