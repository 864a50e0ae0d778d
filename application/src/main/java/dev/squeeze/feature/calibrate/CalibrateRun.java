package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.MachineProbe;
import dev.squeeze.engine.predict.MachineSpeed;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Measures the codecs in isolation, runs the loads, and fits the costs. */
final class CalibrateRun {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RAMP = Duration.ofMillis(200);
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(8);
    private static final Duration MAX_CODECS_ALONE = Duration.ofSeconds(15);
    /** The budget is divided by this for the time to measure the codecs in isolation. */
    private static final int CODECS_ALONE_PART = 8;

    /** Duration of the probe of the machine. */
    private static final Duration PROBE = Duration.ofMillis(700);

    private static final long SEED = 1;

    private final RunStart start;
    private final Duration budget;
    private final OptionalInt rounds;
    private final Duration trial;
    private final ClientProfile client;
    private final Terminal terminal;
    private final ProgressLine progress;

    /**
     * @param budget time for the loads, including warm-up
     * @param rounds exact number of rounds; absent for as many as fit into the budget, at least three
     * @param trial measured time of each load in each round
     * @param client client library that sends
     */
    CalibrateRun(
            RunStart start,
            Duration budget,
            OptionalInt rounds,
            Duration trial,
            ClientProfile client,
            Terminal terminal,
            ProgressLine progress) {
        this.start = start;
        this.budget = budget;
        this.rounds = rounds;
        this.trial = trial;
        this.client = client;
        this.terminal = terminal;
        this.progress = progress;
    }

    /**
     * Starts a broker and runs the calibration.
     *
     * @throws StoppedException if the user interrupts it before any load was run
     */
    CalibrateResult run() {
        progress.say("probing the machine");
        Optional<MachineSpeed> speed = speed();
        Sample sample = CalibrationLoads.drawText(cores(), progress);
        Map<Codec, CompressionCurve> curves = curves(sample);
        progress.clear();
        try (LiveSession session = LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal)) {
            progress.measuringFor(budget);
            Calibration calibration = new Calibration(
                    LoadTarget.of(session.cluster()),
                    new CalibrationLoads(sample),
                    curves,
                    ForeignClient.where(client),
                    plan(),
                    cores(),
                    listener());
            Experiment done = calibration.run();
            progress.clear();
            return CalibrateResult.of(
                    start.untilNow(),
                    session.info(),
                    done.rounds(),
                    done.roundsLeftOut(),
                    trial.toNanos() / 1e9,
                    done.interrupted(),
                    failure(done),
                    driver(done),
                    speed,
                    calibration.outcome());
        }
    }

    /** A new probe, not the cached one: the loads run on the machine in its current state. */
    private static Optional<MachineSpeed> speed() {
        try {
            return Optional.of(MachineProbe.probe(PROBE).speed());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<DriverHello> driver(Experiment done) {
        return done.arms().stream().flatMap(arm -> arm.clients().stream()).findFirst();
    }

    private int cores() {
        return start.environment().cores();
    }

    private Map<Codec, CompressionCurve> curves(Sample sample) {
        Duration part = budget.dividedBy(CODECS_ALONE_PART);
        Duration codecsAlone = part.compareTo(MAX_CODECS_ALONE) < 0 ? part : MAX_CODECS_ALONE;
        SweepResult sweep = Sweep.run(
                sample,
                MeasurementPlan.standard(
                        new CodecGrid(CalibrationLoads.codecs(), true), codecsAlone, false, cores(), SEED),
                new SweepProgress(terminal, progress));
        if (sweep.interrupted()) {
            throw new StoppedException("interrupted before any load was run");
        }
        return CompressionCurve.byCodec(sweep);
    }

    private ExperimentPlan plan() {
        return new ExperimentPlan(
                new TrialPlan(RAMP, trial, TIMEOUT, false),
                budget,
                rounds,
                MAX_WARM_UP,
                true,
                SEED,
                "calibrate-" + Long.toString(start.at().toEpochMilli(), 36));
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

    private ExperimentListener listener() {
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
                // Nothing to do: the file is written once, after all loads have run.
            }
        };
    }
}
