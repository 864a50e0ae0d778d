package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Complete sweeps over real records, compared with compressing all of them with Kafka's own classes. */
@Tag("slow")
class SweepTest {
    private static final CodecGrid FEW = CodecGrid.parse("gzip:1,lz4,zstd:3");
    private static final long SEED = 9;
    private static final double NO_FLOOR = 0;
    /** No machine reaches it, so every setting tried is found to be too slow. */
    private static final double UNREACHABLE_FLOOR = 1e9;

    /** Long enough that a busy machine does not affect what is measured; sweeps end long before. */
    private static final int AMPLE_SECONDS = 300;

    private static final long WHOLE = 64L << 20;
    private static final List<BatchRecord> RECORDS = records();

    @Test
    void anExhaustiveSweepMeasuresEverySettingOnEveryBatchExactly() {
        Sample sample = sample(WHOLE, 65_536, 262_144);

        SweepResult result = Sweep.run(sample, plan(FEW, Set.of(), 1, NO_FLOOR, true, true), SweepListener.SILENT);

        assertThat(result.skipped()).isEmpty();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.rounds()).isPositive();
        assertThat(result.contention()).isPresent();
        assertThat(result.measurements()).hasSize(2 * FEW.codecs().size());
        for (CodecMeasurement measurement : result.measurements()) {
            List<List<BatchRecord>> batches = KafkaBatches.cut(RECORDS, measurement.batchBytes());
            ConfidenceInterval ratio = measurement.ratio().orElseThrow();
            assertThat(ratio.exact()).as("%s", measurement.codec()).isTrue();
            assertThat(ratio.n()).isEqualTo(batches.size());
            assertThat(ratio.estimate())
                    .as("%s at %d", measurement.codec(), measurement.batchBytes())
                    .isCloseTo(KafkaBatches.ratio(measurement.codec(), batches), within(1e-9));
            assertThat(measurement.recordsPerBatch()).isCloseTo(RECORDS.size() / (double) batches.size(), within(1e-9));
            assertThat(measurement.storedBytesPerRecord().orElseThrow().estimate())
                    .isCloseTo(storedBytesPerRecord(measurement.codec(), batches), within(1e-6));
            assertSpeeds(measurement.kafka().orElseThrow());
            assertSpeeds(measurement.bare().orElseThrow());
        }
        assertFrontIsThatOfTheFigures(result.measurements());
    }

    @Test
    void aSweepOfASampleCoversTheRatiosOfTheWholeSource() {
        Sample sample = sample(500_000, 4_096, 16_384);

        SweepResult result =
                Sweep.run(sample, plan(FEW, Set.of(), AMPLE_SECONDS, NO_FLOOR, false, false), untilSpeeds());

        assertThat(result.skipped()).isEmpty();
        assertThat(result.measurements()).hasSize(2 * FEW.codecs().size());
        int covered = 0;
        for (CodecMeasurement measurement : result.measurements()) {
            ConfidenceInterval ratio = measurement.ratio().orElseThrow();
            double truth = KafkaBatches.ratio(measurement.codec(), KafkaBatches.cut(RECORDS, measurement.batchBytes()));
            covered += ratio.covers(truth) ? 1 : 0;
            assertThat(ratio.estimate() / truth)
                    .as("%s at %d", measurement.codec(), measurement.batchBytes())
                    .isCloseTo(1, within(0.02));
            assertThat(measurement.bare()).isEmpty();
            if (measurement.codec().type() != CodecType.NONE) {
                assertThat(ratio.exact()).isFalse();
                assertThat(ratio.n()).isBetween(12L, (long) sampleOf(sample, measurement.batchBytes()));
            }
        }
        assertThat(covered)
                .as("one in twenty may miss, seed %d", SEED)
                .isGreaterThanOrEqualTo(result.measurements().size() - 1);
    }

    @Test
    void settingsBelowTheFloorAreSkippedWithAReasonAndKeptOnesAreMeasured() {
        Set<Codec> kept = Set.of(
                Codec.parse("gzip:6"), Codec.parse("lz4"), Codec.parse("zstd:1"), Codec.parse("zstd:3"), Codec.NONE);

        SweepResult result = Sweep.run(
                sample(200_000, 4_096),
                plan(CodecGrid.all(), kept, AMPLE_SECONDS, UNREACHABLE_FLOOR, false, false),
                untilSpeeds());

        assertThat(result.measurements()).extracting(CodecMeasurement::codec).containsExactlyInAnyOrderElementsOf(kept);
        assertEverySettingIsAccountedFor(CodecGrid.all(), result);
        assertThat(result.skipped()).allMatch(setting -> setting.reason() == SkippedSetting.Reason.BELOW_FLOOR);
        assertThat(result.skipped().stream()
                        .filter(setting -> setting.roughRatio().isPresent()))
                .as("tried and found too slow: at most two levels of a codec")
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(2 * 4);
    }

    @Test
    void whenTheBudgetIsOverOnlyKeptSettingsAreMeasuredAndOthersAreSkippedWithAReason() {
        Set<Codec> kept = Set.of(Codec.parse("lz4"));
        MeasurementPlan plan = new MeasurementPlan(
                CodecGrid.all(), kept, Duration.ofNanos(1), NO_FLOOR, false, false, 0.015, 1.25, 0.005, 2, SEED);

        SweepResult result = Sweep.run(sample(200_000, 4_096), plan, SweepListener.SILENT);

        assertThat(result.measurements()).extracting(CodecMeasurement::codec).containsExactly(Codec.parse("lz4"));
        PathFigures speeds = result.measurements().get(0).kafka().orElseThrow();
        assertThat(speeds.compress().nanosPerRecord().n()).isEqualTo(4);
        assertThat(result.rounds()).isEqualTo(4);
        assertThat(result.skipped()).allMatch(setting -> setting.reason() == SkippedSetting.Reason.OUT_OF_TIME);
        assertEverySettingIsAccountedFor(CodecGrid.all(), result);
    }

    @Test
    void theCodecThatMattersMostIsNarrowedFirst() {
        Codec cheap = Codec.parse("lz4");
        Codec first = Codec.parse("zstd:9");
        CodecGrid two = new CodecGrid(List.of(cheap, first), false);
        MeasurementPlan onOneThread = new MeasurementPlan(
                two,
                Set.of(cheap, first),
                Duration.ofSeconds(AMPLE_SECONDS),
                NO_FLOOR,
                false,
                false,
                0.015,
                1.25,
                0,
                1,
                SEED);
        UntilNarrowed untilNarrowed = new UntilNarrowed(first);

        SweepResult result = Sweep.run(sample(WHOLE, 16_384), onOneThread, untilNarrowed);

        assertThat(batches(result, first)).isGreaterThan(batches(untilNarrowed.seen.orElseThrow(), first));
        assertThat(batches(result, cheap)).isEqualTo(batches(untilNarrowed.seen.orElseThrow(), cheap));
    }

    private static long batches(SweepResult result, Codec codec) {
        return result.measurements().stream()
                .filter(measurement -> measurement.codec().equals(codec))
                .findFirst()
                .flatMap(CodecMeasurement::ratio)
                .orElseThrow()
                .n();
    }

    /** Stops a sweep once the first ratio has been refined. */
    private static final class UntilNarrowed implements SweepListener {
        private final Codec first;
        private Optional<SweepResult> seen = Optional.empty();
        private boolean narrowed;

        UntilNarrowed(Codec first) {
            this.first = first;
        }

        @Override
        public Optional<Codec> firstLook(Supplier<SweepResult> result) {
            seen = Optional.of(result.get());
            return Optional.of(first);
        }

        @Override
        public void progress(String phase, double fraction) {
            narrowed |= phase.startsWith("refining");
        }

        @Override
        public boolean stopRequested() {
            return narrowed;
        }
    }

    @Test
    void aShortBudgetIsNotSpentOnWarmingUpAlone() {
        CodecGrid two = new CodecGrid(List.of(Codec.parse("gzip:1"), Codec.parse("zstd:1")), false);
        MeasurementPlan onOneThread = new MeasurementPlan(
                two, Set.of(), Duration.ofMillis(1_500), UNREACHABLE_FLOOR, false, false, 0.015, 1.25, 0.005, 1, SEED);

        SweepResult result = Sweep.run(sample(200_000, 4_096), onOneThread, SweepListener.SILENT);

        assertThat(result.skipped()).anyMatch(setting -> setting.reason() == SkippedSetting.Reason.BELOW_FLOOR);
    }

    @Test
    void everyLineOfAWholeGridIsEitherMeasuredOrHasAReason() {
        SweepResult result = Sweep.run(
                sample(300_000, 4_096),
                plan(CodecGrid.all(), MeasurementPlan.wellKnown(), AMPLE_SECONDS, 20, false, false),
                untilSpeeds());

        assertEverySettingIsAccountedFor(CodecGrid.all(), result);
        assertThat(result.measurements()).extracting(CodecMeasurement::codec).containsAll(MeasurementPlan.wellKnown());
    }

    @Test
    void aStopBeforeTheBeginningEndsAtOnceAndHandsOverNothing() {
        SweepResult result = Sweep.run(sample(200_000, 4_096), exhaustiveOfAll(), new StopAt(phase -> true));

        assertThat(result.interrupted()).isTrue();
        assertThat(result.measurements()).isEmpty();
        assertThat(result.skipped()).hasSize(CodecGrid.all().codecs().size());
        assertThat(result.contention()).isEmpty();
    }

    @Test
    void aStopWhileSettingsAreTriedHandsOverThoseThatWereMeasured() {
        StopAt stop = new StopAt(phase -> phase.startsWith("refining"));

        SweepResult result = Sweep.run(sample(WHOLE, 4_096), plan(FEW, Set.of(), 1, NO_FLOOR, false, true), stop);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.measurements()).hasSize(FEW.codecs().size());
        assertThat(result.measurements())
                .allMatch(measurement -> measurement.ratio().isPresent())
                .anyMatch(measurement -> !measurement.ratio().orElseThrow().exact())
                .allMatch(measurement -> measurement.kafka().isEmpty());
        assertThat(result.rounds()).isZero();
    }

    @Test
    void aStopWhileSpeedsAreTakenKeepsTheRatios() {
        StopAt stop = new StopAt(phase -> phase.startsWith("measuring speeds, round 4"));

        SweepResult result = Sweep.run(sample(WHOLE, 65_536), plan(FEW, Set.of(), 1, NO_FLOOR, false, true), stop);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.rounds()).isLessThan(4);
        assertThat(result.measurements())
                .hasSize(FEW.codecs().size())
                .allMatch(measurement -> measurement.ratio().orElseThrow().exact())
                .allMatch(measurement -> measurement.kafka().isPresent());
    }

    /** Requests a stop from the first matching phase on. */
    private static final class StopAt implements SweepListener {
        private final Predicate<String> phase;
        private final AtomicBoolean stop = new AtomicBoolean();

        StopAt(Predicate<String> phase) {
            this.phase = phase;
        }

        @Override
        public void progress(String name, double fraction) {
            if (phase.test(name)) {
                stop.set(true);
            }
        }

        @Override
        public boolean stopRequested() {
            return stop.get();
        }
    }

    private static StopAt untilSpeeds() {
        return new StopAt(phase -> phase.startsWith("measuring speeds"));
    }

    private static MeasurementPlan exhaustiveOfAll() {
        return plan(CodecGrid.all(), MeasurementPlan.wellKnown(), 1, NO_FLOOR, false, true);
    }

    private static MeasurementPlan plan(
            CodecGrid grid, Set<Codec> kept, int seconds, double floor, boolean bare, boolean exhaustive) {
        return new MeasurementPlan(
                grid, kept, Duration.ofSeconds(seconds), floor, bare, exhaustive, 0.015, 1.25, 0.005, 2, SEED);
    }

    private static void assertEverySettingIsAccountedFor(CodecGrid grid, SweepResult result) {
        for (int size : result.measurements().stream()
                .map(CodecMeasurement::batchBytes)
                .distinct()
                .toList()) {
            List<Codec> seen = new ArrayList<>();
            result.measurements().stream()
                    .filter(measurement -> measurement.batchBytes() == size)
                    .forEach(measurement -> seen.add(measurement.codec()));
            result.skipped().stream()
                    .filter(setting -> setting.batchBytes() == size)
                    .forEach(setting -> seen.add(setting.codec()));
            assertThat(seen).containsExactlyInAnyOrderElementsOf(grid.codecs());
        }
        assertThat(result.skipped())
                .allSatisfy(setting -> assertThat(setting.detail()).isNotBlank());
    }

    private static void assertSpeeds(PathFigures path) {
        for (DirectionFigures direction : List.of(path.compress(), path.decompress())) {
            assertThat(direction.mebibytesPerSecond().estimate()).isPositive();
            assertThat(direction.mebibytesPerSecond().n()).isGreaterThanOrEqualTo(2);
            assertThat(direction.nanosPerRecord().low()).isPositive();
        }
    }

    private static void assertFrontIsThatOfTheFigures(List<CodecMeasurement> all) {
        for (CodecMeasurement measurement : all) {
            boolean beaten = all.stream()
                    .filter(other -> other.batchBytes() == measurement.batchBytes()
                            && other.codec().type() != CodecType.NONE)
                    .anyMatch(other -> ratio(other) > ratio(measurement) && speed(other) > speed(measurement));
            assertThat(measurement.paretoOptimal())
                    .as("%s at %d", measurement.codec(), measurement.batchBytes())
                    .isEqualTo(!beaten && measurement.codec().type() != CodecType.NONE);
        }
    }

    private static double ratio(CodecMeasurement measurement) {
        return measurement.ratio().orElseThrow().estimate();
    }

    private static double speed(CodecMeasurement measurement) {
        return measurement.kafka().orElseThrow().compress().mebibytesPerSecond().estimate();
    }

    private static double storedBytesPerRecord(Codec codec, List<List<BatchRecord>> batches) {
        double uncompressed = KafkaBatches.uncompressedBytes(batches);
        return uncompressed / KafkaBatches.ratio(codec, batches) / RECORDS.size();
    }

    private static int sampleOf(Sample sample, int batchBytes) {
        return sample.sizes().stream()
                .filter(size -> size.nominalBytes() == batchBytes)
                .mapToInt(size -> size.batches().size())
                .sum();
    }

    private static Sample sample(long bytes, Integer... batchBytes) {
        return Sampler.draw(
                new BundledSample("access-log", ReadOptions.DEFAULT),
                new SamplingPlan(List.of(batchBytes), bytes, 1_024, SEED, 2),
                (read, total) -> {});
    }

    private static List<BatchRecord> records() {
        List<BatchRecord> records = new ArrayList<>();
        new BundledSample("access-log", ReadOptions.DEFAULT).read(records::add, (read, total) -> {});
        return List.copyOf(records);
    }
}
