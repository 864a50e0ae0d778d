package dev.squeeze.benchmarks;

import dev.squeeze.benchmarks.PredictionErrors.Error;
import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.Forecaster;
import dev.squeeze.engine.predict.KnownMachine;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Surroundings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.calibrate.CalibrationLoads;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.feature.calibrate.ReferenceLoads;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.ConfidenceInterval;
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

/** Compares predictions with live brokers: sources times four rates, with and without keys, 1 and 12 partitions. */
@Command(
        name = "accuracy",
        mixinStandardHelpOptions = true,
        description =
                "For each source: a sample is measured offline, every load is predicted from it and the machine's calibration (or --uncalibrated), and"
                        + " then run on a live broker in interleaved rounds. The producer settings change from load to load.")
public final class AccuracyMatrix implements Callable<Integer> {
    private static final List<ProducerSettings> SETTINGS = List.of(
            settings("zstd:3", 64, 20),
            settings("lz4", 16, 5),
            settings("none", 16, 5),
            settings("gzip", 64, 20),
            settings("zstd:1", 256, 50),
            settings("snappy", 32, 10),
            settings("lz4", 128, 20));

    private static final double LOW_RECORDS_PER_SECOND = 100;
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(3);
    private static final double MODERATE_BYTES_PER_SECOND = 2e6;
    private static final String LOW = "low rate";
    private static final String MODERATE = "moderate";
    private static final String HALF = "half of the maximum";
    private static final String MAXIMUM = "unthrottled";
    private static final Map<String, String> RATES =
            Map.of("low", LOW, "moderate", MODERATE, "half", HALF, "max", MAXIMUM);

    @Mixin
    MatrixArguments over = new MatrixArguments();

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds of each load (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(names = "--trial", defaultValue = "1800ms", description = "Window of a trial (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofMillis(1_800);

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "RATE",
            defaultValue = "low,moderate,half,max",
            description = "Which rates (default: ${DEFAULT-VALUE}).")
    Set<String> rates = RATES.keySet();

    @Option(
            names = "--uncalibrated",
            description = "Predict CPU with the reference costs that come along, as advise does without a calibration.")
    boolean uncalibrated;

    @Option(names = "--picture", paramLabel = "FILE.svg", description = "Draw the errors there, after each source.")
    Path picture;

    private final PredictionErrors errors = new PredictionErrors();
    private Optional<ReferenceLoads> references = Optional.empty();
    private int notHeld;
    private int failed;

    private static ProducerSettings settings(String codec, int kibibytes, int lingerMillis) {
        return new ProducerSettings(Codec.parse(codec), kibibytes << 10, lingerMillis);
    }

    public static void main(String[] args) {
        System.exit(CommandLines.run(new AccuracyMatrix(), args));
    }

    @Override
    public Integer call() throws IOException {
        Environment environment = Environment.current();
        if (!RATES.keySet().containsAll(rates)) {
            throw new IllegalArgumentException("--rates " + rates + ": there are low, moderate, half and max");
        }
        if (uncalibrated && over.calibration != null) {
            throw new IllegalArgumentException("give either --calibration or --uncalibrated");
        }
        MachineCosts machine = uncalibrated
                ? CpuCosts.ofReference(ClientProfile.JAVA).costs()
                : LiveLoads.machine(over.requireCalibration());
        if (!uncalibrated) {
            references = Optional.of(new ReferenceLoads(
                    new CalibrationLoads(CalibrationLoads.drawText(environment.cores(), (read, total) -> {})),
                    LiveLoads.calibrated(over.requireCalibration()),
                    machine,
                    Optional.empty()));
        }
        long start = System.nanoTime();
        for (int i = 0; i < over.sources.size(); i++) {
            System.err.printf("%d of %d: %s%n", i + 1, over.sources.size(), over.sources.get(i));
            measure(i, machine, environment.cores());
            if (over.csv != null) {
                Files.writeString(over.csv, errors.csv());
            }
            if (picture != null) {
                Files.writeString(picture, errors.picture());
            }
        }
        System.out.printf(
                "# Predictions and live brokers%n%n%s; %d rounds of %.1f s; %d"
                        + " sources; took %.0f s. Loads that did not hold their rate: %d; that failed: %d; neither is compared.%n",
                RunHeader.versions(environment),
                rounds,
                trial.toMillis() / 1e3,
                over.sources.size(),
                (System.nanoTime() - start) / 1e9,
                notHeld,
                failed);
        System.out.print(errors.render());
        return 0;
    }

    /** A load, and how it is predicted. */
    private record Load(
            boolean keyed,
            int partitions,
            String rate,
            double recordsPerSecond,
            Payload payload,
            ProducerSettings settings,
            Predictor predictor,
            Arm arm) {
        Forecast forecast(MachineCosts machine) {
            return predictor.of(this, machine);
        }
    }

    /** What predictions for a source are based on, besides the machine. */
    private record Predictor(Map<Codec, CompressionCurve> curves, int cores) {
        Forecast of(Load load, MachineCosts machine) {
            return of(
                    load.payload(), load.keyed(), load.partitions(), load.settings(), load.recordsPerSecond(), machine);
        }

        Forecast of(
                Payload payload,
                boolean keyed,
                int partitions,
                ProducerSettings settings,
                double recordsPerSecond,
                MachineCosts machine) {
            Workload workload = Workload.of(recordsPerSecond, payload.encodedBytesPerRecord(), keyed, partitions)
                    .withRoundTripMillis(LiveLoads.ROUND_TRIP_MILLIS);
            Optional<KnownMachine> known = Optional.of(new KnownMachine(machine, curves.get(Codec.NONE)));
            return new Forecaster(payload.records(), workload, known, Surroundings.bench(cores), 1)
                    .of(settings, Optional.ofNullable(curves.get(settings.codec())));
        }
    }

    private void measure(int source, MachineCosts machine, int cores) {
        Sample sample = SourceRecords.draw(
                over.sources.get(source), List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18, Payload.STRETCH_BYTES), cores);
        Predictor predictor = new Predictor(curves(sample, cores), cores);
        List<Load> loads = new ArrayList<>();
        List<BatchRecord> records = Payload.of(sample).records();
        int cell = source * 3;
        for (boolean keyed : new boolean[] {false, true}) {
            Payload payload = Payload.of(SourceRecords.keyed(records, keyed));
            for (int partitions : new int[] {1, 12}) {
                for (String rate : List.of(LOW, MODERATE, HALF, MAXIMUM)) {
                    ProducerSettings settings = SETTINGS.get(cell++ % SETTINGS.size());
                    if (rates.stream().map(RATES::get).anyMatch(rate::equals)) {
                        loads.add(load(payload, keyed, partitions, rate, settings, predictor, machine));
                    }
                }
            }
        }
        run(source, loads, machine);
    }

    private static Load load(
            Payload payload,
            boolean keyed,
            int partitions,
            String rate,
            ProducerSettings settings,
            Predictor predictor,
            MachineCosts machine) {
        double moderate = MODERATE_BYTES_PER_SECOND / Math.max(1, payload.bytesPerRecord());
        double recordsPerSecond =
                switch (rate) {
                    case LOW -> Math.min(LOW_RECORDS_PER_SECOND, moderate);
                    case HALF ->
                        predictor
                                        .of(payload, keyed, partitions, settings, moderate, machine)
                                        .ceiling()
                                        .orElseThrow()
                                        .recordsPerSecond()
                                / 2;
                    default -> moderate;
                };
        String label = (keyed ? "keys, " : "no keys, ") + partitions + ", " + rate;
        return new Load(
                keyed,
                partitions,
                rate,
                recordsPerSecond,
                payload,
                settings,
                predictor,
                Arm.ofOneProducer(
                        label,
                        settings,
                        partitions,
                        rate.equals(MAXIMUM)
                                ? new LoadProfile.ClosedLoop()
                                : new LoadProfile.OpenLoop(recordsPerSecond)));
    }

    private static Map<Codec, CompressionCurve> curves(Sample sample, int cores) {
        Set<Codec> codecs = new LinkedHashSet<>(List.of(Codec.NONE));
        SETTINGS.forEach(settings -> codecs.add(settings.codec()));
        SweepResult sweep = Sweep.run(
                sample,
                MeasurementPlan.standard(
                        new CodecGrid(List.copyOf(codecs), true), Duration.ofSeconds(15), false, cores, 1),
                SweepListener.SILENT);
        return CompressionCurve.byCodec(sweep);
    }

    private void run(int source, List<Load> loads, MachineCosts machine) {
        List<Arm> arms = new ArrayList<>(loads.stream().map(Load::arm).toList());
        references.ifPresent(known -> arms.addAll(known.arms()));
        try (EmbeddedCluster brokers = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            Experiment experiment = new Experiment(
                    LoadTarget.of(LiveLoads.on(brokers)),
                    arm -> references.flatMap(known -> known.payload(arm)).orElseGet(() -> loads.get(arms.indexOf(arm))
                            .payload()),
                    arms,
                    new ExperimentPlan(
                            new TrialPlan(Duration.ofMillis(300), trial, Duration.ofSeconds(30), false),
                            Duration.ofMinutes(10),
                            OptionalInt.of(rounds),
                            MAX_WARM_UP,
                            true,
                            1,
                            "accuracy-" + source),
                    ExperimentListener.SILENT);
            experiment.run();
            String data = over.sources.get(source);
            Optional<MachineDrift> drift = references.flatMap(known -> known.drift(experiment.arms()));
            drift.ifPresent(found -> errors.add(SourceRecords.shortName(data), found));
            MachineCosts now = drift.map(found -> found.applyTo(machine)).orElse(machine);
            for (int i = 0; i < loads.size(); i++) {
                compare(data, loads.get(i), machine, now, experiment.arms().get(i));
            }
        }
    }

    private void compare(String data, Load load, MachineCosts then, MachineCosts now, ArmResult arm) {
        if (!arm.isValid()) {
            failed++;
            System.err.printf("  %s: %s%n", load.arm().label(), arm.problems());
            return;
        }
        Forecast asCalibrated = load.forecast(then);
        Forecast forecast = load.forecast(now);
        if (load.rate().equals(MAXIMUM)) {
            add(
                    data,
                    load,
                    Metric.RECORDS_PER_SECOND,
                    forecast.ceiling().orElseThrow().recordsPerSecond(),
                    asCalibrated.ceiling().orElseThrow().recordsPerSecond(),
                    arm.figures().get(Metric.RECORDS_PER_SECOND));
            return;
        }
        if (!Verification.heldRate(forecast, arm)) {
            notHeld++;
            System.err.printf("  %s: did not hold its rate%n", load.arm().label());
            return;
        }
        List<Verification.Check> before = Verification.checks(asCalibrated, arm);
        List<Verification.Check> checks = Verification.checks(forecast, arm);
        for (int i = 0; i < checks.size(); i++) {
            Verification.Check check = checks.get(i);
            add(data, load, check.metric(), check.predicted(), before.get(i).predicted(), check.measured());
        }
    }

    private void add(
            String data, Load load, Metric metric, double predicted, double asCalibrated, ArmResult.Figure measured) {
        errors.add(new Error(
                SourceRecords.shortName(data),
                load.keyed(),
                load.partitions(),
                load.rate(),
                load.arm().settings().profile() instanceof LoadProfile.OpenLoop open
                        ? open.recordsPerSecond()
                        : Double.POSITIVE_INFINITY,
                load.settings().toString(),
                metric,
                predicted,
                asCalibrated,
                measured.estimate(),
                measured.interval().map(ConfidenceInterval::relativeHalfWidth).orElse(0.0),
                measured.rounds().size()));
    }
}
