package dev.squeeze.benchmarks;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.benchmarks.ForecastErrors.Error;
import dev.squeeze.cluster.ClusterOptions;
import dev.squeeze.cluster.EmbeddedCluster;
import dev.squeeze.codec.Codec;
import dev.squeeze.codec.CodecGrid;
import dev.squeeze.environment.Environment;
import dev.squeeze.experiment.Arm;
import dev.squeeze.experiment.ArmResult;
import dev.squeeze.experiment.Experiment;
import dev.squeeze.experiment.ExperimentListener;
import dev.squeeze.experiment.ExperimentPlan;
import dev.squeeze.experiment.Metric;
import dev.squeeze.experiment.Verification;
import dev.squeeze.load.LoadProfile;
import dev.squeeze.load.Payload;
import dev.squeeze.load.TrialPlan;
import dev.squeeze.measure.MeasurementPlan;
import dev.squeeze.measure.Sweep;
import dev.squeeze.measure.SweepListener;
import dev.squeeze.measure.SweepResult;
import dev.squeeze.model.CompressionCurve;
import dev.squeeze.model.Forecast;
import dev.squeeze.model.Forecaster;
import dev.squeeze.model.MachineCosts;
import dev.squeeze.model.ProducerSettings;
import dev.squeeze.model.Workload;
import dev.squeeze.source.Sample;
import dev.squeeze.stats.ConfidenceInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How far forecasts are from live brokers: sources times three rates, keys or none, 1 and 12 partitions. */
@Command(
        name = "accuracy",
        mixinStandardHelpOptions = true,
        description =
                "For each source: a sample is measured offline, every load is foretold from it and the machine's calibration, and"
                        + " then run on a live broker in interleaved rounds. The producer settings change from load to load.")
public final class ForecastMatrix implements Callable<Integer> {
    private static final List<ProducerSettings> SETTINGS = List.of(
            settings("zstd:3", 64, 20),
            settings("lz4", 16, 5),
            settings("none", 16, 5),
            settings("gzip", 64, 20),
            settings("zstd:1", 256, 50),
            settings("snappy", 32, 10),
            settings("lz4", 128, 20));

    private static final double TRICKLE = 100;
    /** Trickles send few records in a second, and what goes as fast as it can varies most from trial to trial. */
    private static final int LONG_WINDOWS = 2;

    private static final Duration WARM_UP_MOST = Duration.ofSeconds(3);
    private static final double MODERATE_BYTES_PER_SECOND = 2e6;
    private static final String TRICKLING = "trickle";
    private static final String MODERATE = "moderate";
    private static final String HALF = "half of the maximum";
    private static final String MAXIMUM = "as fast as it goes";
    private static final Map<String, String> RATES =
            Map.of("trickle", TRICKLING, "moderate", MODERATE, "half", HALF, "max", MAXIMUM);

    @Mixin
    MatrixArguments over = new MatrixArguments();

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds of each load (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(names = "--trial", defaultValue = "1500ms", description = "Window of a trial (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofMillis(1_500);

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "RATE",
            defaultValue = "trickle,moderate,half,max",
            description = "Which rates (default: ${DEFAULT-VALUE}).")
    Set<String> rates = RATES.keySet();

    @Option(names = "--picture", paramLabel = "FILE.svg", description = "Draw the errors there, after each source.")
    Path picture;

    private final ForecastErrors errors = new ForecastErrors();
    private int notHeld;
    private int failed;

    private static ProducerSettings settings(String codec, int kibibytes, int lingerMillis) {
        return new ProducerSettings(Codec.parse(codec), kibibytes << 10, lingerMillis);
    }

    public static void main(String[] args) {
        System.exit(CommandLines.run(new ForecastMatrix(), args));
    }

    @Override
    public Integer call() throws IOException {
        Environment environment = Environment.current();
        if (!RATES.keySet().containsAll(rates)) {
            throw new IllegalArgumentException("--rates " + rates + ": there are trickle, moderate, half and max");
        }
        MachineCosts machine = LiveLoads.machine(over.calibration);
        long start = System.nanoTime();
        for (int i = 0; i < over.sources.size(); i++) {
            System.err.printf("%d of %d: %s%n", i + 1, over.sources.size(), over.sources.get(i));
            one(i, machine, environment.cores());
            if (over.csv != null) {
                Files.writeString(over.csv, errors.csv());
            }
            if (picture != null) {
                Files.writeString(picture, errors.picture());
            }
        }
        System.out.printf(
                "# Forecasts beside live brokers%n%nsqueeze %s, kafka-clients %s, %s, %d cores, %s; %d rounds of %.1f s; %d"
                        + " sources; took %.0f s. Loads that did not hold their rate: %d; that failed: %d; neither is compared.%n",
                environment.squeezeVersion(),
                environment.kafkaVersion(),
                environment.processor(),
                environment.cores(),
                environment.java(),
                rounds,
                trial.toMillis() / 1e3,
                over.sources.size(),
                (System.nanoTime() - start) / 1e9,
                notHeld,
                failed);
        System.out.print(errors.render());
        return 0;
    }

    /** What one load is, and what is foretold of it. */
    private record Load(boolean keyed, int partitions, String rate, Payload payload, Forecast forecast, Arm arm) {}

    private void one(int source, MachineCosts machine, int cores) {
        Sample sample = SourceRecords.draw(
                over.sources.get(source), List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18, Payload.STRETCH_BYTES), cores);
        Map<Codec, CompressionCurve> curves = curves(sample, cores);
        List<Load> loads = new ArrayList<>();
        List<BatchRecord> records = Payload.of(sample).records();
        int cell = source * 3;
        for (boolean keyed : new boolean[] {false, true}) {
            Payload payload = Payload.of(SourceRecords.keyed(records, keyed));
            for (int partitions : new int[] {1, 12}) {
                for (String rate : List.of(TRICKLING, MODERATE, HALF, MAXIMUM)) {
                    ProducerSettings settings = SETTINGS.get(cell++ % SETTINGS.size());
                    if (rates.stream().map(RATES::get).anyMatch(rate::equals)) {
                        loads.add(load(payload, keyed, partitions, rate, settings, curves, machine, cores));
                    }
                }
            }
        }
        run(source, loads);
    }

    private Load load(
            Payload payload,
            boolean keyed,
            int partitions,
            String rate,
            ProducerSettings settings,
            Map<Codec, CompressionCurve> curves,
            MachineCosts machine,
            int cores) {
        double moderate = MODERATE_BYTES_PER_SECOND / Math.max(1, payload.bytesPerRecord());
        Optional<CompressionCurve> curve = Optional.ofNullable(curves.get(settings.codec()));
        Optional<Forecaster.Machine> known = Optional.of(new Forecaster.Machine(machine, curves.get(Codec.NONE)));
        double recordsPerSecond =
                switch (rate) {
                    case TRICKLING -> Math.min(TRICKLE, moderate);
                    case HALF ->
                        forecast(payload, keyed, partitions, settings, curve, known, cores, moderate)
                                        .ceiling()
                                        .orElseThrow()
                                        .recordsPerSecond()
                                / 2;
                    default -> moderate;
                };
        Forecast forecast = forecast(payload, keyed, partitions, settings, curve, known, cores, recordsPerSecond);
        String label = (keyed ? "keys, " : "no keys, ") + partitions + ", " + rate;
        return new Load(
                keyed,
                partitions,
                rate,
                payload,
                forecast,
                Arm.ofOneProducer(
                        label,
                        settings,
                        partitions,
                        rate.equals(MAXIMUM)
                                ? new LoadProfile.ClosedLoop()
                                : new LoadProfile.OpenLoop(recordsPerSecond)));
    }

    private static Forecast forecast(
            Payload payload,
            boolean keyed,
            int partitions,
            ProducerSettings settings,
            Optional<CompressionCurve> curve,
            Optional<Forecaster.Machine> machine,
            int cores,
            double recordsPerSecond) {
        Workload workload = new Workload(
                recordsPerSecond,
                payload.encodedBytesPerRecord(),
                keyed,
                partitions,
                1,
                1,
                1,
                1,
                Duration.ofDays(1),
                1,
                LiveLoads.ROUND_TRIP_MILLIS);
        return new Forecaster(payload.records(), workload, machine, cores, 1).of(settings, curve, true);
    }

    private static Map<Codec, CompressionCurve> curves(Sample sample, int cores) {
        Set<Codec> codecs = new LinkedHashSet<>(List.of(Codec.NONE));
        SETTINGS.forEach(settings -> codecs.add(settings.codec()));
        SweepResult sweep = Sweep.run(
                sample,
                MeasurementPlan.standard(
                        new CodecGrid(List.copyOf(codecs), true), Duration.ofSeconds(15), false, cores, 1),
                SweepListener.SILENT);
        return CompressionCurve.byCodec(sweep.measurements());
    }

    /** Rates by their own, so that trials may differ in length. */
    private void run(int source, List<Load> loads) {
        try (EmbeddedCluster brokers = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            run(brokers, source, loads, Set.of(MODERATE, HALF), trial);
            run(brokers, source, loads, Set.of(MAXIMUM), trial.multipliedBy(LONG_WINDOWS));
            run(brokers, source, loads, Set.of(TRICKLING), trial.multipliedBy(LONG_WINDOWS));
        }
    }

    private void run(EmbeddedCluster brokers, int source, List<Load> all, Set<String> together, Duration window) {
        List<Load> loads =
                all.stream().filter(load -> together.contains(load.rate())).toList();
        if (loads.isEmpty()) {
            return;
        }
        Experiment experiment = new Experiment(
                LiveLoads.on(brokers),
                arm -> loads.stream()
                        .filter(load -> load.arm().equals(arm))
                        .findFirst()
                        .orElseThrow()
                        .payload(),
                loads.stream().map(Load::arm).toList(),
                new ExperimentPlan(
                        new TrialPlan(Duration.ofMillis(300), window, Duration.ofSeconds(30), false),
                        Duration.ofMinutes(3),
                        OptionalInt.of(rounds),
                        WARM_UP_MOST,
                        true,
                        1,
                        "accuracy-" + source),
                ExperimentListener.SILENT);
        experiment.run();
        for (int i = 0; i < loads.size(); i++) {
            compare(over.sources.get(source), loads.get(i), experiment.arms().get(i));
        }
    }

    private void compare(String data, Load load, ArmResult arm) {
        if (!arm.isValid()) {
            failed++;
            System.err.printf("  %s: %s%n", load.arm().label(), arm.problems());
            return;
        }
        if (load.rate().equals(MAXIMUM)) {
            add(
                    data,
                    load,
                    Metric.RECORDS_PER_SECOND,
                    load.forecast().ceiling().orElseThrow().recordsPerSecond(),
                    arm.figures().get(Metric.RECORDS_PER_SECOND));
            return;
        }
        if (!Verification.heldRate(load.forecast(), arm)) {
            notHeld++;
            System.err.printf("  %s: did not hold its rate%n", load.arm().label());
            return;
        }
        for (Verification.Check check : Verification.checks(load.forecast(), arm)) {
            add(data, load, check.metric(), check.predicted(), check.measured());
        }
    }

    private void add(String data, Load load, Metric metric, double predicted, ArmResult.Figure measured) {
        errors.add(new Error(
                SourceRecords.shortName(data),
                load.keyed(),
                load.partitions(),
                load.rate(),
                load.arm().settings().profile() instanceof LoadProfile.OpenLoop open
                        ? open.recordsPerSecond()
                        : Double.POSITIVE_INFINITY,
                load.forecast().settings().toString(),
                metric,
                predicted,
                measured.estimate(),
                measured.interval().map(ConfidenceInterval::relativeHalfWidth).orElse(0.0),
                measured.rounds().size()));
    }
}
