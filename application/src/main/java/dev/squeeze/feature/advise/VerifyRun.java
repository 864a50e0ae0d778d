package dev.squeeze.feature.advise;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.Forecaster;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.Prediction;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code squeeze advise --verify}: runs the settings that matter, and compares. */
final class VerifyRun implements ExperimentListener {
    private static final Duration RAMP = Duration.ofMillis(300);
    private static final Duration TRIAL = Duration.ofSeconds(1);
    /** With its topics, its ramp, and reading back what was sent. */
    private static final Duration ABOUT_A_TRIAL = Duration.ofSeconds(3);

    private static final Duration WARM_UP_MOST = Duration.ofSeconds(15);
    /** More would leave none of them enough rounds. */
    private static final int MOST_SETTINGS = 5;

    private final Terminal terminal;
    private final ProgressLine progress;
    private final VerifyArguments arguments;
    private final Advisor advisor;
    private final CostModel costs;
    private final AdviceRequest request;
    private final Workload live;
    private final Payload payload;
    private final long seed;
    private final Optional<MachineCosts> machine;
    private final int cores;

    VerifyRun(
            Terminal terminal,
            ProgressLine progress,
            VerifyArguments arguments,
            Advisor advisor,
            CostModel costs,
            AdviceRequest request,
            Workload live,
            Sample sample,
            long seed,
            Optional<MachineCosts> machine,
            int cores) {
        this.terminal = terminal;
        this.progress = progress;
        this.arguments = arguments;
        this.advisor = advisor;
        this.costs = costs;
        this.request = request;
        this.live = live;
        this.payload = Payload.of(sample);
        this.seed = seed;
        this.machine = machine;
        this.cores = cores;
    }

    /** What came of it. */
    record Outcome(Recommendation recommendation, VerificationInfo verification) {}

    private record Subject(String standing, Prediction predicted, Forecast forecast, Arm arm) {
        Subject foretold(Forecast other) {
            return new Subject(standing, predicted, other, arm);
        }

        /** The same settings with nothing that holds them back. */
        Arm unbounded() {
            return new Arm(
                    arm.label() + ", as fast as it goes",
                    arm.levels(),
                    arm.settings().withProfile(new LoadProfile.ClosedLoop()));
        }
    }

    Outcome on(LiveSession session, Recommendation recommendation, long startMillis) {
        progress.progress("foretelling", 0);
        List<Subject> planned = subjects(recommendation);
        List<Arm> arms = new ArrayList<>(planned.stream().map(Subject::arm).toList());
        // A cluster that serves others is not loaded with all that goes.
        boolean highest = session.embedded().isPresent() && machine.isPresent();
        if (highest) {
            planned.forEach(subject -> arms.add(subject.unbounded()));
        }
        Optional<ReferenceLoads> references = highest ? arguments.references(cores) : Optional.empty();
        references.ifPresent(loads -> arms.addAll(loads.arms()));
        announce(planned.size(), arms.size());
        Experiment experiment = new Experiment(
                LoadTarget.of(session.cluster()),
                arm -> references.flatMap(loads -> loads.payload(arm)).orElse(payload),
                arms,
                new ExperimentPlan(
                        new TrialPlan(RAMP, TRIAL, VerifyArguments.TIMEOUT, false),
                        arguments.budget,
                        OptionalInt.empty(),
                        WARM_UP_MOST,
                        session.embedded().isPresent(),
                        seed,
                        "verify-" + Long.toString(startMillis, 36)),
                this);
        experiment.run();
        Optional<MachineDrift> drift = references.flatMap(loads -> loads.drift(experiment.arms()));
        List<Subject> subjects =
                drift.map(found -> foretoldAgain(planned, found)).orElse(planned);
        List<VerifiedInfo> verified = new ArrayList<>();
        Map<Subject, Prediction> measured = new LinkedHashMap<>();
        for (int i = 0; i < subjects.size(); i++) {
            Subject subject = subjects.get(i);
            ArmResult arm = experiment.arms().get(i);
            Optional<ArmResult> unbounded =
                    highest ? Optional.of(experiment.arms().get(subjects.size() + i)) : Optional.empty();
            boolean held = Verification.heldRate(subject.forecast(), arm);
            Optional<Prediction> seen = arm.isValid() && held
                    ? Verification.measured(costs, subject.predicted(), arm, payload.payloadShare())
                    : Optional.empty();
            seen.ifPresent(prediction -> measured.put(subject, prediction));
            verified.add(VerifiedInfo.of(
                    subject.standing(),
                    subject.predicted(),
                    held,
                    seen,
                    arm.isValid() && held ? checks(subject, arm, unbounded) : List.of(),
                    unbounded.flatMap(fast -> limit(subject, fast)),
                    arm));
        }
        boolean fellBehind =
                experiment.arms().get(0).isValid() && !verified.get(0).heldRate();
        Recommendation followed = follow(recommendation, subjects, measured, fellBehind);
        VerificationInfo info = new VerificationInfo(
                session.info(),
                new VerificationInfo.LoadInfo(
                        live.recordsPerSecond(),
                        live.producers(),
                        costs.workload().producers(),
                        live.partitions(),
                        live.brokers(),
                        live.replicationFactor(),
                        live.roundTripMillis()),
                experiment.rounds(),
                experiment.roundsLeftOut(),
                TRIAL.toMillis() / 1e3,
                experiment.interrupted(),
                experiment.failure().map(reason -> String.valueOf(reason.getMessage())),
                words(verified, recommendation, followed, fellBehind, measured),
                drift.map(VerificationInfo.DriftInfo::of),
                verified);
        return new Outcome(followed, info);
    }

    private static List<Verification.Check> checks(Subject subject, ArmResult arm, Optional<ArmResult> unbounded) {
        List<Verification.Check> checks = new ArrayList<>(Verification.checks(subject.forecast(), arm));
        unbounded
                .flatMap(fast -> Verification.highestRate(subject.forecast(), fast))
                .ifPresent(checks::add);
        return checks;
    }

    private static Optional<VerificationInfo.LimitInfo> limit(Subject subject, ArmResult unbounded) {
        return subject.forecast().ceiling().flatMap(ceiling -> unbounded
                .limit()
                .map(found -> new VerificationInfo.LimitInfo(
                        ceiling.limit().words(), found.what().words())));
    }

    /** The least number of rounds is run whatever the budget says, with a warm-up of each arm before them. */
    private void announce(int settings, int arms) {
        Duration least = ABOUT_A_TRIAL.multipliedBy((ExperimentPlan.LEAST_ROUNDS + 1L) * arms);
        Duration about = least.compareTo(arguments.budget) > 0 ? least : arguments.budget;
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

    private List<Subject> subjects(Recommendation recommendation) {
        Map<String, Prediction> wanted = new LinkedHashMap<>();
        boolean leaveIt = recommendation.leaveIt().isPresent();
        wanted.put(leaveIt ? "today, to be left" : "recommended", recommendation.recommended());
        if (leaveIt) {
            wanted.put("best found", recommendation.best());
        } else {
            wanted.put("today", recommendation.current());
        }
        int number = 1;
        for (RunnerUp one : recommendation.runnersUp()) {
            wanted.put("runner-up " + number++, one.prediction());
        }
        Forecaster forecaster = forecaster(machine);
        List<Subject> subjects = new ArrayList<>();
        wanted.forEach((standing, prediction) -> {
            boolean already =
                    subjects.stream().anyMatch(one -> one.predicted().settings().equals(prediction.settings()));
            if (subjects.size() < MOST_SETTINGS && !already) {
                subjects.add(new Subject(standing, prediction, forecast(forecaster, prediction), arm(prediction)));
            }
        });
        return subjects;
    }

    private Forecaster forecaster(Optional<MachineCosts> costs) {
        return new Forecaster(
                payload.records(),
                live,
                costs.flatMap(known -> advisor.curve(Codec.NONE).map(none -> new Forecaster.Machine(known, none))),
                cores,
                seed);
    }

    private Forecast forecast(Forecaster forecaster, Prediction prediction) {
        return forecaster.of(
                prediction.settings(), advisor.curve(prediction.settings().codec()), true);
    }

    /** Of the same sample, on the machine as it was while they were run. */
    private List<Subject> foretoldAgain(List<Subject> subjects, MachineDrift drift) {
        Forecaster now = forecaster(machine.map(costs -> costs.scaled(drift.work(), drift.rest())));
        return subjects.stream()
                .map(subject -> subject.foretold(forecast(now, subject.predicted())))
                .toList();
    }

    private Arm arm(Prediction prediction) {
        Map<String, String> properties = new TreeMap<>(prediction.settings().toProperties());
        properties.put("acks", "all");
        LoadSettings settings = new LoadSettings(
                properties,
                live.producers(),
                1,
                1,
                live.partitions(),
                live.replicationFactor(),
                Map.of(),
                new LoadProfile.OpenLoop(live.recordsPerSecond()),
                ConsumerSettings.one(ConsumerSettings.When.BESIDE));
        return new Arm(
                prediction.settings().toString(),
                Map.of("settings", prediction.settings().toString()),
                settings);
    }

    private Recommendation follow(
            Recommendation recommendation,
            List<Subject> subjects,
            Map<Subject, Prediction> measured,
            boolean recommendedFellBehind) {
        if (recommendation.leaveIt().isPresent()) {
            return recommendation;
        }
        Subject recommended = subjects.get(0);
        Prediction seen = measured.get(recommended);
        List<FollowedMeasurement.Candidate> others = measured.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(recommended))
                .filter(entry -> advisor.mayBe(entry.getKey().predicted()))
                .map(entry -> candidate(entry.getValue()))
                .toList();
        if (seen != null) {
            return FollowedMeasurement.better(request.objective(), candidate(seen), others)
                    .map(better -> recommendation.following(better, seen))
                    .orElse(recommendation);
        }
        return recommendedFellBehind
                ? FollowedMeasurement.instead(request.objective(), others)
                        .map(recommendation::holding)
                        .orElse(recommendation)
                : recommendation;
    }

    private static FollowedMeasurement.Candidate candidate(Prediction measured) {
        double cpuShare = measured.resources().cpuMoney()
                / Math.max(1e-9, measured.resources().money());
        return new FollowedMeasurement.Candidate(
                measured, Math.hypot(measured.ratioRelativeHalfWidth(), cpuShare * measured.speedRelativeHalfWidth()));
    }

    private List<String> words(
            List<VerifiedInfo> verified,
            Recommendation before,
            Recommendation after,
            boolean fellBehind,
            Map<Subject, Prediction> measured) {
        List<String> words = new ArrayList<>();
        Map<Verification.Verdict, List<VerificationInfo.CheckInfo>> checks = verified.stream()
                .flatMap(one -> one.checks().stream())
                .collect(Collectors.groupingBy(VerificationInfo.CheckInfo::verdict));
        if (checks.isEmpty()) {
            words.add("Nothing could be compared: no settings held the rate on this machine.");
            return words;
        }
        words.add(agreement(checks));
        words.add(arguments.basis());
        Map<String, List<VerificationInfo.CheckInfo>> apart =
                checks.getOrDefault(Verification.Verdict.APART, List.of()).stream()
                        .collect(Collectors.groupingBy(
                                VerificationInfo.CheckInfo::metric, LinkedHashMap::new, Collectors.toList()));
        apart.forEach((metric, ofMetric) -> words.add(String.format(
                Locale.ROOT,
                "Apart: %s, foretold %+.0f %%%s.",
                Metric.withKey(metric).map(Metric::title).orElse(metric),
                100
                        * ofMetric.stream()
                                .mapToDouble(VerificationInfo.CheckInfo::relativeError)
                                .average()
                                .orElse(0),
                ofMetric.size() == 1 ? "" : " on average over " + ofMetric.size() + " settings")));
        words.add(consequence(before, after, fellBehind, measured));
        return words;
    }

    private static String consequence(
            Recommendation before, Recommendation after, boolean fellBehind, Map<Subject, Prediction> measured) {
        if (!after.equals(before)) {
            return fellBehind
                    ? "The advice follows the measurement: the settings that were foretold to do best did not hold the rate."
                    : "The advice follows the measurement, not the forecast.";
        }
        if (before.leaveIt().isPresent()) {
            return "The advice to leave it stands: it rests on what a change is worth, and what was run is not held against it.";
        }
        if (fellBehind) {
            return "The advice rests on the forecast: the recommended settings did not hold the rate, nor did any others that"
                    + " were run and keep within the limits.";
        }
        return measured.isEmpty()
                ? "The advice rests on the forecast: what the brokers' CPU was is not visible."
                : "The advice stands: measured, no settings that were run do better by more than chance explains.";
    }

    /** Figures that can be told, and how many of them agree; then those that cannot. */
    private static String agreement(Map<Verification.Verdict, List<VerificationInfo.CheckInfo>> checks) {
        int agreeing =
                checks.getOrDefault(Verification.Verdict.AGREES, List.of()).size();
        int told = agreeing
                + checks.getOrDefault(Verification.Verdict.APART, List.of()).size();
        int untold = checks.getOrDefault(Verification.Verdict.CANNOT_BE_TOLD, List.of())
                .size();
        String words = told == 0
                ? "No figure can be told"
                : agreeing + " of " + told
                        + " figures that can be told agree with what was foretold within the intervals";
        return words
                + (untold == 0
                        ? "."
                        : "; of " + untold + " the rounds are too few or too far apart (--verify-budget gives more).");
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
        // The result is written once: it takes no longer than some minutes.
    }
}
