package dev.squeeze.benchmarks;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares the speeds of {@link QuickSweep}, which {@code squeeze survey} uses, with those of a complete {@link Sweep}.
 */
@Command(
        name = "quick-speeds",
        mixinStandardHelpOptions = true,
        description = "Measures each source both ways and prints the quotients of speeds and ratios, quick over whole.")
public final class QuickSpeeds implements Callable<Integer> {
    private static final List<Integer> BATCH_BYTES = List.of(1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18);
    private static final long SAMPLE_BYTES = 1 << 20;
    private static final long BYTES_PER_CELL = 1 << 19;

    @Parameters(paramLabel = "SOURCE")
    List<String> sources = List.of();

    @Option(names = "--codecs", defaultValue = "lz4,snappy,gzip,zstd:1,zstd:3,zstd:6")
    CodecGrid codecs = CodecGrid.all();

    @Option(names = "--budget", defaultValue = "20s", description = "Of each whole sweep.")
    Duration budget = Duration.ofSeconds(20);

    private final List<Double> compress = new ArrayList<>();
    private final List<Double> decompress = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();

    public static void main(String[] args) {
        System.exit(CommandLines.run(new QuickSpeeds(), args));
    }

    @Override
    public Integer call() {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("give a SOURCE, such as sample:access-log");
        }
        try (QuickSweep quick = new QuickSweep(BYTES_PER_CELL)) {
            for (String source : sources) {
                compare(source, quick);
            }
        }
        print("compression speed", compress);
        print("decompression speed", decompress);
        print("ratio", ratios);
        return 0;
    }

    private void compare(String source, QuickSweep quick) {
        Sample sample = Sampler.draw(
                Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in),
                new SamplingPlan(BATCH_BYTES, SAMPLE_BYTES, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, 1, 1),
                (read, total) -> {});
        List<CodecMeasurement> some =
                quick.run(sample, codecs.codecs(), SweepListener.SILENT).measurements();
        Map<List<Object>, CodecMeasurement> whole = Sweep.run(
                        sample,
                        MeasurementPlan.standard(new CodecGrid(codecs.codecs(), true), budget, false, 1, 1),
                        SweepListener.SILENT)
                .measurements()
                .stream()
                .collect(Collectors.toMap(QuickSpeeds::key, Function.identity()));
        for (CodecMeasurement measurement : some) {
            CodecMeasurement other = whole.get(key(measurement));
            if (other != null && !measurement.codec().equals(Codec.NONE)) {
                add(compress, measurement, other, PathFigures::compress);
                add(decompress, measurement, other, PathFigures::decompress);
                ratios.add(measurement.ratio().orElseThrow().estimate()
                        / other.ratio().orElseThrow().estimate());
            }
        }
    }

    private static List<Object> key(CodecMeasurement measurement) {
        return List.of(measurement.codec(), measurement.batchBytes());
    }

    private static void add(
            List<Double> quotients,
            CodecMeasurement measurement,
            CodecMeasurement other,
            Function<PathFigures, DirectionFigures> direction) {
        if (measurement.kafka().isPresent() && other.kafka().isPresent()) {
            quotients.add(direction
                            .apply(measurement.kafka().get())
                            .mebibytesPerSecond()
                            .estimate()
                    / direction.apply(other.kafka().get()).mebibytesPerSecond().estimate());
        }
    }

    private static void print(String what, List<Double> quotients) {
        double[] sorted =
                quotients.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%s, quick over whole, %d cells: %.2f least, %.2f at 5 %%, %.2f median, %.2f at 95 %%, %.2f most%n",
                what,
                sorted.length,
                sorted[0],
                sorted[sorted.length / 20],
                sorted[sorted.length / 2],
                sorted[sorted.length - 1 - sorted.length / 20],
                sorted[sorted.length - 1]);
    }
}
