package dev.squeeze.benchmarks;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How often the intervals of ratios contain the true ratio of the whole source. */
@Command(
        name = "coverage",
        mixinStandardHelpOptions = true,
        description =
                "Measures each source as 'squeeze measure' does by default, then compresses all of it, and compares."
                        + " The setting 'none', whose ratio is 1 by definition, is not counted.")
public final class IntervalCoverage implements Callable<Integer> {
    private static final double TARGET_WITH_ROUNDING = MeasurementPlan.DEFAULT_RATIO_TARGET * 1.000001;

    @Parameters(
            arity = "1..*",
            paramLabel = "SOURCE",
            description =
                    "Files, sample:NAME, or folders whose files each count as a source (.md and .avsc are passed over).")
    List<String> sources = List.of();

    @Option(names = "--seed", split = ",", paramLabel = "N", defaultValue = "1")
    List<Long> seeds = List.of();

    @Option(
            names = "--batch-bytes",
            split = ",",
            paramLabel = "BYTES",
            defaultValue = "1KiB,4KiB,16KiB,64KiB,256KiB,1MiB",
            description = "Default: ${DEFAULT-VALUE}.")
    List<ByteCount> batchBytes = List.of();

    @Option(names = "--budget", paramLabel = "TIME", defaultValue = "60s", description = "Default: ${DEFAULT-VALUE}.")
    Duration budget = Duration.ofSeconds(60);

    @Option(
            names = "--ratios-only",
            description = "Take no speeds. The ratios have the same share of the budget as with them.")
    boolean ratiosOnly;

    @Option(
            names = "--truth-floor",
            paramLabel = "MIB_PER_SECOND",
            defaultValue = "0",
            description = "Give up settings that compress the whole source slower than this; they are not compared.")
    double truthFloor;

    @Option(names = "--csv", paramLabel = "FILE", description = "Also write every comparison there.")
    Path csv;

    private final List<Comparison> comparisons = new ArrayList<>();
    private int givenUp;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new IntervalCoverage(), args));
    }

    @Override
    public Integer call() throws IOException {
        List<String> notations = SourceRecords.expanded(sources);
        Environment environment = Environment.current();
        List<Integer> sizes = batchBytes.stream()
                .map(size -> Math.toIntExact(size.bytes()))
                .distinct()
                .sorted()
                .toList();
        long start = System.nanoTime();
        for (int i = 0; i < notations.size(); i++) {
            System.err.printf("%d of %d: %s%n", i + 1, notations.size(), notations.get(i));
            compare(notations.get(i), sizes, environment.cores());
        }
        System.out.printf(
                "# Interval coverage%n%n%s; budget %d s%s; seeds %s; %d sources;" + " took %.0f s.%n",
                RunHeader.versions(environment),
                budget.toSeconds(),
                ratiosOnly ? ", no speeds taken" : "",
                seeds,
                notations.size(),
                (System.nanoTime() - start) / 1e9);
        if (truthFloor > 0) {
            System.out.printf(
                    "Settings not compared, since they compress slower than %.1f MiB/s: %d.%n", truthFloor, givenUp);
        }
        CoverageReport report = new CoverageReport(comparisons);
        System.out.print(report.render());
        if (csv != null) {
            Files.writeString(csv, report.csv());
        }
        return 0;
    }

    private void compare(String notation, List<Integer> sizes, int cores) {
        SortedMap<Integer, SortedSet<Codec>> settings = new TreeMap<>();
        Map<Long, DefaultMeasurement> bySeed = new TreeMap<>();
        for (long seed : seeds) {
            long start = System.nanoTime();
            DefaultMeasurement measured = DefaultMeasurement.of(open(notation), sizes, budget, seed, ratiosOnly);
            measured.sweep().measurements().stream()
                    .filter(IntervalCoverage::counts)
                    .forEach(measurement -> settings.computeIfAbsent(measurement.batchBytes(), size -> new TreeSet<>())
                            .add(measurement.codec()));
            bySeed.put(seed, measured);
            System.err.printf("  seed %d measured in %.1f s%n", seed, (System.nanoTime() - start) / 1e9);
        }
        long start = System.nanoTime();
        Map<Truth.Setting, OptionalDouble> truth;
        try (Truth exhaustive = new Truth(settings, cores, truthFloor)) {
            exhaustive.compute(open(notation), new Percent(start));
            truth = exhaustive.ratios();
        }
        givenUp += (int) truth.values().stream().filter(OptionalDouble::isEmpty).count();
        System.err.printf(
                "  %d settings on the whole source in %.1f s%n", truth.size(), (System.nanoTime() - start) / 1e9);
        String name = notation.startsWith("sample:") ? notation : shortName(Path.of(notation));
        bySeed.forEach((seed, measured) -> measured.sweep().measurements().stream()
                .filter(IntervalCoverage::counts)
                .forEach(measurement -> truth.get(new Truth.Setting(measurement.codec(), measurement.batchBytes()))
                        .ifPresent(ratio -> comparisons.add(new Comparison(
                                name,
                                seed,
                                measurement.codec(),
                                measurement.batchBytes(),
                                measurement.ratio().orElseThrow(),
                                ratio,
                                reason(
                                        measurement.ratio().orElseThrow(),
                                        measured.drawn().get(measurement.batchBytes())))))));
    }

    /** The last folder and the file: names such as {@code events.jsonl.zst} may occur more than once. */
    private static String shortName(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        int parts = absolute.getNameCount();
        return absolute.subpath(Math.max(0, parts - 2), parts).toString();
    }

    private static boolean counts(CodecMeasurement measurement) {
        return measurement.codec().type() != CodecType.NONE
                && measurement.ratio().isPresent();
    }

    private static RecordSource open(String notation) {
        return Sources.open(List.of(notation), ReadOptions.DEFAULT, () -> System.in);
    }

    private static String reason(ConfidenceInterval interval, DefaultMeasurement.Drawn drawn) {
        if (interval.exact()) {
            return "every batch of the source";
        }
        if (interval.n() >= drawn.batches()) {
            return "all " + drawn.batches() + " batches of the sample, of " + drawn.populationBatches();
        }
        return interval.relativeHalfWidth() <= TARGET_WITH_ROUNDING
                ? "narrow enough"
                : "time was up after " + interval.n() + " of " + drawn.batches() + " sampled batches";
    }

    /** Reports the progress every few seconds. */
    private static final class Percent implements RecordSource.ReadProgress {
        private static final long EVERY_NANOS = 10_000_000_000L;
        private final long startNanos;
        private long toldNanos;

        Percent(long startNanos) {
            this.startNanos = startNanos;
            this.toldNanos = startNanos;
        }

        @Override
        public void at(long bytesRead, long bytesTotal) {
            long now = System.nanoTime();
            if (bytesTotal > 0 && now - toldNanos > EVERY_NANOS) {
                toldNanos = now;
                System.err.printf(
                        "  whole source: %d %% after %.0f s%n", 100 * bytesRead / bytesTotal, (now - startNanos) / 1e9);
            }
        }
    }
}
