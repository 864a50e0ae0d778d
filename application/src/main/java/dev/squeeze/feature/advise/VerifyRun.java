package dev.squeeze.feature.advise;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.Forecaster;
import dev.squeeze.engine.predict.KnownMachine;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Surroundings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.feature.bench.VerificationInfo.VerifiedInfo;
import dev.squeeze.feature.calibrate.ReferenceLoads;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * {@code squeeze advise --verify}: runs the recommended settings and those to compare, and compares predictions with
 * measurements.
 */
final class VerifyRun implements ExperimentListener {
    private static final Duration RAMP = Duration.ofMillis(300);
    private static final Duration TRIAL = Duration.ofSeconds(1);
    /** Including creating topics, the ramp-up, and reading everything back. */
    private static final Duration ABOUT_A_TRIAL = Duration.ofSeconds(3);

    private static final Duration MAX_WARM_UP = Duration.ofSeconds(15);

    /** With more settings, none would get enough rounds. */
    private static final int MAX_SETTINGS = 5;

    private final VerifyRequest verify;
    private final Terminal terminal;
    private final ProgressLine progress;
    private final Advisor advisor;
    private final CostModel costs;
    private final Objective objective;
    private final Workload load;
    private final Payload payload;
    private final int largestRecord;
    private final long seed;
    private final Optional<MachineCosts> machine;
    private final int cores;

    VerifyRun(VerifyRequest verify, Subject subject, Terminal terminal, ProgressLine progress) {
        this.verify = verify;
        this.terminal = terminal;
        this.progress = progress;
        advisor = subject.advisor();
        costs = subject.costs();
        objective = subject.objective();
        load = verify.load().apply(costs.workload());
        payload = Payload.of(subject.sample());
        largestRecord = IntStream.range(0, payload.size())
                .map(payload::encodedBytes)
                .max()
                .orElse(0);
        seed = subject.seed();
        machine = verify.machine().apply(load);
        cores = subject.cores();
    }

    /**
     * What is verified.
     *
     * @param cores of this machine
     */
    record Subject(Advisor advisor, CostModel costs, Objective objective, Sample sample, long seed, int cores) {}

    /** The recommendation revised by the measurements of the live run. */
    record Outcome(Recommendation recommendation, VerificationInfo verification) {}

    Outcome on(LiveSession session, Recommendation recommendation, long startMillis) {
        progress.progress("predicting", 0);
        List<PlannedTrial> planned = trials(recommendation);
        List<Arm> arms = new ArrayList<>(planned.stream().map(PlannedTrial::arm).toList());
        // A cluster that serves others is not loaded to its limit.
        boolean calibrated = session.embedded().isPresent() && machine.isPresent();
        // How fast the threads of other clients react is unknown.
        boolean highest = calibrated && load.client() == ClientProfile.JAVA;
        if (highest) {
            planned.forEach(trial -> arms.add(trial.unbounded()));
        }
        Optional<ReferenceLoads> references = calibrated ? verify.references().apply(cores) : Optional.empty();
        references.ifPresent(loads -> arms.addAll(loads.arms()));
        announce(planned.size(), arms.size());
        Experiment experiment = experiment(session, arms, references, startMillis);
        experiment.run();
        Optional<MachineDrift> drift = references.flatMap(loads -> loads.drift(experiment.arms()));
        List<PlannedTrial> trials =
                drift.map(found -> predictedAgain(planned, found)).orElse(planned);
        List<MeasuredSettings> measured = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            measured.add(measured(
                    trials.get(i),
                    experiment.arms().get(i),
                    highest ? Optional.of(experiment.arms().get(trials.size() + i)) : Optional.empty()));
        }
        Recommendation followed = follow(recommendation, measured);
        VerificationInfo info = new VerificationInfo(
                session.info(),
                loadInfo(),
                experiment.rounds(),
                experiment.roundsLeftOut(),
                TRIAL.toMillis() / 1e3,
                experiment.interrupted(),
                experiment.failure().map(reason -> String.valueOf(reason.getMessage())),
                VerifyWords.of(recommendation, followed, verify.basis(), measured, keptShare(recommendation, measured)),
                drift.map(VerificationInfo.DriftInfo::of),
                measured.stream().map(MeasuredSettings::info).toList());
        return new Outcome(followed, info);
    }

    private Experiment experiment(
            LiveSession session, List<Arm> arms, Optional<ReferenceLoads> references, long startMillis) {
        return new Experiment(
                LoadTarget.of(session.cluster()),
                arm -> references.flatMap(loads -> loads.payload(arm)).orElse(payload),
                arms,
                new ExperimentPlan(
                        new TrialPlan(RAMP, TRIAL, VerifyArguments.TIMEOUT, false),
                        verify.budget(),
                        OptionalInt.empty(),
                        MAX_WARM_UP,
                        session.embedded().isPresent(),
                        seed,
                        "verify-" + Long.toString(startMillis, 36)),
                this);
    }

    private MeasuredSettings measured(PlannedTrial trial, ArmResult arm, Optional<ArmResult> unbounded) {
        boolean held = Verification.heldRate(trial.forecast(), arm);
        Optional<Prediction> seen = arm.isValid() && held
                ? Verification.measured(costs, trial.predicted(), arm, payload.payloadShare())
                : Optional.empty();
        VerifiedInfo info = VerifiedInfo.of(
                trial.standing(),
                trial.predicted().settings(),
                held,
                Verification.ofWholeRoles(costs, trial.predicted(), trial.forecast(), payload.payloadShare()),
                seen,
                arm.isValid() && held ? checks(trial, arm, unbounded) : List.of(),
                unbounded.flatMap(fast -> limit(trial, fast)),
                arm);
        return new MeasuredSettings(trial, seen, arm.isValid() && !held, info);
    }

    private VerificationInfo.LoadInfo loadInfo() {
        return new VerificationInfo.LoadInfo(
                load.recordsPerSecond(),
                load.producers(),
                costs.workload().producers(),
                Optional.of(true),
                load.partitions(),
                load.brokers(),
                load.replicationFactor(),
                load.roundTripMillis());
    }

    private static List<Verification.Check> checks(PlannedTrial trial, ArmResult arm, Optional<ArmResult> unbounded) {
        List<Verification.Check> checks = new ArrayList<>(Verification.checks(trial.forecast(), arm));
        unbounded
                .flatMap(fast -> Verification.highestRate(trial.forecast(), fast))
                .ifPresent(checks::add);
        return checks;
    }

    private static Optional<VerificationInfo.LimitInfo> limit(PlannedTrial trial, ArmResult unbounded) {
        return trial.forecast().ceiling().flatMap(ceiling -> unbounded
                .limit()
                .map(found -> new VerificationInfo.LimitInfo(
                        ceiling.limit().words(), found.what().words())));
    }

    /** Whatever the budget, a few rounds are run after the warm-up of each arm. */
    private void announce(int settings, int arms) {
        Duration shortest = ABOUT_A_TRIAL.multipliedBy((ExperimentPlan.MIN_ROUNDS + 1L) * arms);
        Duration about = shortest.compareTo(verify.budget()) > 0 ? shortest : verify.budget();
        progress.clear();
        terminal.err()
                .println(String.format(
                        Locale.ROOT,
                        "verifying %d setting%s live, for about %d s ...",
                        settings,
                        settings == 1 ? "" : "s",
                        about.toSeconds()));
        terminal.err().flush();
        progress.measuringFor(about);
    }

    private List<PlannedTrial> trials(Recommendation recommendation) {
        Map<String, Prediction> wanted = new LinkedHashMap<>();
        boolean leaveIt = recommendation.leaveIt().isPresent();
        wanted.put(leaveIt ? "today, to be kept" : "recommended", recommendation.recommended());
        if (leaveIt) {
            wanted.put("best found", recommendation.best());
        } else {
            wanted.put("today", recommendation.current());
        }
        int number = 1;
        for (RunnerUp runnerUp : recommendation.runnersUp()) {
            wanted.put("runner-up " + number++, runnerUp.prediction());
        }
        Forecaster forecaster = forecaster(machine);
        List<PlannedTrial> trials = new ArrayList<>();
        wanted.forEach((standing, prediction) -> {
            boolean already = trials.stream()
                    .anyMatch(trial -> trial.predicted().settings().equals(prediction.settings()));
            if (trials.size() < MAX_SETTINGS && !already) {
                trials.add(new PlannedTrial(standing, prediction, forecast(forecaster, prediction), arm(prediction)));
            }
        });
        return trials;
    }

    private Forecaster forecaster(Optional<MachineCosts> known) {
        return new Forecaster(
                payload.records(),
                load,
                known.flatMap(its -> advisor.curve(Codec.NONE).map(none -> new KnownMachine(its, none))),
                Surroundings.verification(cores, costs.workload().producers()),
                seed);
    }

    private Forecast forecast(Forecaster forecaster, Prediction prediction) {
        return forecaster.of(
                prediction.settings(), advisor.curve(prediction.settings().codec()));
    }

    /** Repeats the forecasts for the machine as it was during the run. */
    private List<PlannedTrial> predictedAgain(List<PlannedTrial> trials, MachineDrift drift) {
        Forecaster now = forecaster(machine.map(drift::applyTo));
        return trials.stream()
                .map(trial -> trial.with(forecast(now, trial.predicted())))
                .toList();
    }

    private Arm arm(Prediction prediction) {
        Map<String, String> properties = new TreeMap<>(prediction.settings().toProperties());
        properties.put("acks", "all");
        LoadSettings settings = new LoadSettings(
                        properties,
                        load.producers(),
                        1,
                        1,
                        load.partitions(),
                        load.replicationFactor(),
                        Map.of(),
                        new LoadProfile.OpenLoop(load.recordsPerSecond()),
                        ConsumerSettings.one(ConsumerSettings.When.CONCURRENT))
                .withClient(ForeignClient.where(load.client()))
                .withSharedRecords(costs.workload().producers());
        settings = LargeRecords.allowed(settings, load.client(), largestRecord);
        return new Arm(
                prediction.settings().toString(),
                Map.of("settings", prediction.settings().toString()),
                settings);
    }

    /** Measurements outweigh predictions. Advice not to change anything does not depend on a live run, so it stays. */
    private Recommendation follow(Recommendation recommendation, List<MeasuredSettings> measured) {
        if (recommendation.leaveIt().isPresent()) {
            return recommendation;
        }
        MeasuredSettings recommended = measured.get(0);
        FollowedMeasurement rule = rule(recommendation);
        List<FollowedMeasurement.Candidate> others = others(measured);
        Optional<Prediction> better = recommended
                .asMeasured()
                .map(seen -> rule.better(candidate(seen), others))
                .orElseGet(() -> recommended.fellBehind() ? rule.instead(others) : Optional.empty());
        return better.map(found -> advisor.following(recommendation, findings(measured), found.settings()))
                .orElse(recommendation);
    }

    private OptionalDouble keptShare(Recommendation recommendation, List<MeasuredSettings> measured) {
        return measured.get(0)
                .asMeasured()
                .map(seen -> rule(recommendation).keptShare(candidate(seen), others(measured)))
                .orElse(OptionalDouble.empty());
    }

    private FollowedMeasurement rule(Recommendation recommendation) {
        return new FollowedMeasurement(
                objective, advisor.keep(), recommendation.current().settings(), advisor.moneyUncompressed());
    }

    /** Settings that may be recommended instead. */
    private List<FollowedMeasurement.Candidate> others(List<MeasuredSettings> measured) {
        return measured.stream()
                .skip(1)
                .filter(other -> advisor.isAllowed(other.trial().predicted()))
                .flatMap(other -> other.asMeasured().stream())
                .map(VerifyRun::candidate)
                .toList();
    }

    private static LiveFindings findings(List<MeasuredSettings> measured) {
        Map<ProducerSettings, Prediction> seen = new LinkedHashMap<>();
        Set<ProducerSettings> fellBehind = new HashSet<>();
        for (MeasuredSettings run : measured) {
            ProducerSettings settings = run.trial().predicted().settings();
            run.asMeasured().ifPresent(prediction -> seen.put(settings, prediction));
            if (run.fellBehind()) {
                fellBehind.add(settings);
            }
        }
        return new LiveFindings(seen, fellBehind);
    }

    private static FollowedMeasurement.Candidate candidate(Prediction measured) {
        double cpuShare = measured.resources().cpuMoney()
                / Math.max(1e-9, measured.resources().money());
        return new FollowedMeasurement.Candidate(
                measured, Math.hypot(measured.ratioRelativeHalfWidth(), cpuShare * measured.speedRelativeHalfWidth()));
    }

    @Override
    public boolean stopRequested() {
        return terminal.stop().isRequested();
    }

    @Override
    public void progress(String what, double fraction) {
        progress.progress("verifying: " + what, fraction);
    }

    @Override
    public void afterTrial() {
        // The result is written once at the end, since verification takes only minutes.
    }
}
