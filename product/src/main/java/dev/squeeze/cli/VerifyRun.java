package dev.squeeze.cli;

import dev.squeeze.advice.AdviceRequest;
import dev.squeeze.advice.Advisor;
import dev.squeeze.advice.FollowedMeasurement;
import dev.squeeze.advice.Recommendation;
import dev.squeeze.advice.RunnerUp;
import dev.squeeze.batch.BatchRecord;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.experiment.Arm;
import dev.squeeze.experiment.ArmResult;
import dev.squeeze.experiment.Experiment;
import dev.squeeze.experiment.ExperimentListener;
import dev.squeeze.experiment.ExperimentPlan;
import dev.squeeze.experiment.Metric;
import dev.squeeze.experiment.Verification;
import dev.squeeze.load.ConsumerSettings;
import dev.squeeze.load.LoadProfile;
import dev.squeeze.load.LoadSettings;
import dev.squeeze.load.Payload;
import dev.squeeze.load.TrialPlan;
import dev.squeeze.model.CostModel;
import dev.squeeze.model.Forecast;
import dev.squeeze.model.Forecaster;
import dev.squeeze.model.Prediction;
import dev.squeeze.model.Workload;
import dev.squeeze.report.VerificationInfo;
import dev.squeeze.report.VerificationInfo.VerifiedInfo;
import dev.squeeze.source.BatchSample;
import dev.squeeze.source.Sample;
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
    private final List<BatchRecord> records;
    private final long seed;
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
            int cores) {
        this.terminal = terminal;
        this.progress = progress;
        this.arguments = arguments;
        this.advisor = advisor;
        this.costs = costs;
        this.request = request;
        this.live = live;
        this.payload = Payload.of(sample);
        this.records = stretches(sample);
        this.seed = seed;
        this.cores = cores;
    }

    /** What came of it. */
    record Outcome(Recommendation recommendation, VerificationInfo verification) {}

    private record Subject(String standing, Prediction predicted, Forecast forecast, Arm arm) {}

    private static List<BatchRecord> stretches(Sample sample) {
        return sample.sizes().stream()
                .filter(size -> size.nominalBytes() == Payload.STRETCH_BYTES)
                .findFirst()
                .map(BatchSample::recordsInOrder)
                .orElseThrow();
    }

    Outcome on(LiveSession session, Recommendation recommendation, long startMillis) {
        progress.progress("foretelling", 0);
        List<Subject> subjects = subjects(recommendation);
        progress.measuringFor(arguments.budget);
        Experiment experiment = new Experiment(
                session.cluster(),
                arm -> payload,
                subjects.stream().map(Subject::arm).toList(),
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
        List<VerifiedInfo> verified = new ArrayList<>();
        Map<Subject, Prediction> measured = new LinkedHashMap<>();
        for (int i = 0; i < subjects.size(); i++) {
            Subject subject = subjects.get(i);
            ArmResult arm = experiment.arms().get(i);
            boolean held = Verification.heldRate(subject.forecast(), arm);
            Optional<Prediction> seen = arm.isValid() && held
                    ? Verification.measured(costs, subject.predicted(), arm, payloadShare())
                    : Optional.empty();
            seen.ifPresent(prediction -> measured.put(subject, prediction));
            verified.add(VerifiedInfo.of(
                    subject.standing(),
                    subject.predicted(),
                    held,
                    seen,
                    arm.isValid() && held ? Verification.checks(subject.forecast(), arm) : List.of(),
                    arm));
        }
        Recommendation followed = follow(recommendation, subjects, measured);
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
                words(verified, recommendation, followed, measured),
                verified);
        return new Outcome(followed, info);
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
        Forecaster forecaster = new Forecaster(records, live, Optional.empty(), cores, seed);
        List<Subject> subjects = new ArrayList<>();
        wanted.forEach((standing, prediction) -> {
            boolean already =
                    subjects.stream().anyMatch(one -> one.predicted().settings().equals(prediction.settings()));
            if (subjects.size() < MOST_SETTINGS && !already) {
                subjects.add(new Subject(
                        standing,
                        prediction,
                        forecaster.of(
                                prediction.settings(),
                                advisor.curve(prediction.settings().codec()),
                                true),
                        arm(prediction)));
            }
        });
        return subjects;
    }

    private Arm arm(Prediction prediction) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("acks", "all");
        for (String line : prediction.settings().configLines()) {
            int equals = line.indexOf('=');
            properties.put(line.substring(0, equals), line.substring(equals + 1));
        }
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

    private double payloadShare() {
        double encoded = records.stream()
                .mapToLong(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
        return payload.payloadBytes() / encoded;
    }

    private Recommendation follow(
            Recommendation recommendation, List<Subject> subjects, Map<Subject, Prediction> measured) {
        if (recommendation.leaveIt().isPresent()) {
            return recommendation;
        }
        Subject recommended = subjects.get(0);
        Prediction seen = measured.get(recommended);
        if (seen == null) {
            return recommendation;
        }
        List<FollowedMeasurement.Candidate> others = measured.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(recommended))
                .map(entry -> candidate(entry.getValue()))
                .toList();
        return FollowedMeasurement.better(request.objective(), candidate(seen), others)
                .map(settings -> recommendation.following(
                        measured.values().stream()
                                .filter(one -> one.settings().equals(settings))
                                .findFirst()
                                .orElseThrow(),
                        seen))
                .orElse(recommendation);
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
            Map<Subject, Prediction> measured) {
        List<String> words = new ArrayList<>();
        long all = verified.stream().mapToLong(one -> one.checks().size()).sum();
        long agreeing = verified.stream()
                .flatMap(one -> one.checks().stream())
                .filter(VerificationInfo.CheckInfo::agrees)
                .count();
        if (all == 0) {
            words.add("Nothing could be compared: no settings held the rate on this machine.");
            return words;
        }
        words.add(agreeing + " of " + all + " figures agree with what was foretold within the intervals.");
        Map<String, List<VerificationInfo.CheckInfo>> apart = verified.stream()
                .flatMap(one -> one.checks().stream())
                .filter(check -> !check.agrees())
                .collect(Collectors.groupingBy(
                        VerificationInfo.CheckInfo::metric, LinkedHashMap::new, Collectors.toList()));
        apart.forEach((metric, checks) -> words.add(String.format(
                Locale.ROOT,
                "Apart: %s, foretold %+.0f %%%s.",
                Metric.withKey(metric).map(Metric::title).orElse(metric),
                100
                        * checks.stream()
                                .mapToDouble(VerificationInfo.CheckInfo::relativeError)
                                .average()
                                .orElse(0),
                checks.size() == 1 ? "" : " on average over " + checks.size() + " settings")));
        words.add(
                after.equals(before)
                        ? measured.isEmpty()
                                ? "The advice rests on the forecast: what the brokers' CPU was is not visible."
                                : "The advice stands: measured, no settings that were run do better by more than chance explains."
                        : "The advice follows the measurement, not the forecast.");
        return words;
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
        // The result is written once: it takes no longer than a minute or two.
    }
}
