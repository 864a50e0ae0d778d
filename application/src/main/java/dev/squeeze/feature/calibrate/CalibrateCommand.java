package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "calibrate",
        header = "Measure once what Kafka clients and brokers cost on this machine, so that CPU can be predicted.",
        description = {
            "",
            "Runs loads on a broker of its own that differ in requests, batches, records, bytes and codecs, and fits"
                    + " what each of them costs producer, broker and consumer. squeeze advise --verify predicts CPU times and"
                    + " the highest rate with it. Run it on a quiet machine; for another machine, run it there"
                    + " and bring the file."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze calibrate",
            "  squeeze calibrate --budget 10m --calibration broker-host.json",
            "  squeeze advise orders.jsonl --verify --calibration broker-host.json"
        })
public final class CalibrateCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RAMP = Duration.ofMillis(200);
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(8);
    private static final Duration MAX_CODECS_ALONE = Duration.ofSeconds(15);
    /** Divisor of the budget, for measuring the codecs in isolation. */
    private static final int CODECS_ALONE_PART = 8;

    private static final long SEED = 1;
    private static final int MIN_BUDGET_SECONDS = 10;
    private static final int MIN_TRIAL_MILLIS = 200;

    private final Terminal terminal;
    private final List<String> commandLine;

    @Mixin
    CalibrationFile calibration = new CalibrationFile();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "6m",
            description =
                    "Time for the loads, warm-up included; three rounds are run in any case, which take nine to ten minutes on"
                            + " two cores (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ofMinutes(6);

    @Option(names = "--rounds", paramLabel = "N", description = "Run exactly N rounds, whatever the budget says.")
    @Nullable
    Integer rounds;

    @Option(
            names = "--trial",
            paramLabel = "TIME",
            defaultValue = "1200ms",
            description = "Measuring time of each load in each round (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofMillis(1_200);

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    public CalibrateCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        Range.requireAtLeast("--budget", budget, Duration.ofSeconds(MIN_BUDGET_SECONDS));
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("--rounds must be at least 1, got " + rounds);
        }
        Range.requireAtLeast("--trial", trial, Duration.ofMillis(MIN_TRIAL_MILLIS));
        calibration.prepareToWrite();
        output.open(start, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        try {
            Sample sample = CalibrationLoads.drawText(start.environment().cores(), progress);
            Map<Codec, CompressionCurve> curves =
                    curves(sample, start.environment().cores(), progress);
            progress.clear();
            return loads(start, sample, curves, progress);
        } finally {
            progress.clear();
        }
    }

    private Duration codecsAlone() {
        Duration part = budget.dividedBy(CODECS_ALONE_PART);
        return part.compareTo(MAX_CODECS_ALONE) < 0 ? part : MAX_CODECS_ALONE;
    }

    private Map<Codec, CompressionCurve> curves(Sample sample, int cores, ProgressLine progress) {
        SweepResult sweep = Sweep.run(
                sample,
                MeasurementPlan.standard(
                        new CodecGrid(CalibrationLoads.codecs(), true), codecsAlone(), false, cores, SEED),
                new SweepProgress(terminal, progress));
        if (sweep.interrupted()) {
            throw new StoppedException("interrupted before any load was run");
        }
        return CompressionCurve.byCodec(sweep.measurements());
    }

    private int loads(RunStart start, Sample sample, Map<Codec, CompressionCurve> curves, ProgressLine progress) {
        try (LiveSession session = LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal)) {
            progress.measuringFor(budget);
            ExperimentPlan plan = new ExperimentPlan(
                    new TrialPlan(RAMP, trial, TIMEOUT, false),
                    budget,
                    rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds),
                    MAX_WARM_UP,
                    true,
                    SEED,
                    "calibrate-" + Long.toString(start.at().toEpochMilli(), 36));
            Calibration run = new Calibration(
                    LoadTarget.of(session.cluster()),
                    new CalibrationLoads(sample),
                    curves,
                    plan,
                    start.environment().cores(),
                    listener(progress));
            Experiment done = run.run();
            progress.clear();
            CalibrateResult result = CalibrateResult.of(
                    start.untilNow(),
                    session.info(),
                    done.rounds(),
                    done.roundsLeftOut(),
                    trial.toNanos() / 1e9,
                    done.interrupted(),
                    failure(done),
                    run.outcome());
            output.write(result, terminal);
            if (result.machine().isEmpty() || result.interrupted()) {
                terminal.err().println("squeeze: nothing was written to " + calibration.path());
                return result.interrupted() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
            }
            WrittenFile.write(calibration.path(), OutputFormat.JSON.render(result));
            terminal.err().println("wrote " + calibration.path());
            return ExitCode.DONE;
        }
    }

    private static Optional<String> failure(Experiment done) {
        Optional<String> ofAll = done.failure().map(ClusterException::getMessage);
        return ofAll.isPresent()
                ? ofAll
                : done.arms().stream()
                        .filter(arm -> !arm.problems().isEmpty())
                        .findFirst()
                        .map(arm -> arm.arm().label() + ": " + arm.problems().get(0));
    }

    private ExperimentListener listener(ProgressLine progress) {
        return new ExperimentListener() {
            @Override
            public boolean stopRequested() {
                return terminal.stop().isRequested();
            }

            @Override
            public void progress(String what, double fraction) {
                progress.progress(what, fraction);
            }

            @Override
            public void afterTrial() {
                // The file is written once, when every load was run.
            }
        };
    }
}
