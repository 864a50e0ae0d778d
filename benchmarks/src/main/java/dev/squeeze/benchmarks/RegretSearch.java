package dev.squeeze.benchmarks;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Looks for the cheapest settings of a workload by running them all, and then the best again next to the recommended. */
final class RegretSearch {
    private static final List<Integer> BATCH_SIZES = List.of(16 << 10, 64 << 10, 256 << 10);

    /** Batches that linger for 100 ms keep within a limit of 100 ms only where they are full after 50 already. */
    private static final List<Integer> LINGERS = List.of(5, 20, 50);

    /** A batch may leave so much later than its linger says. */
    private static final double LATE_MILLIS = 10;

    /** Kafka's producer never takes records for larger than this many times their bytes by much. */
    private static final double ESTIMATE_MARGIN = 1.25;

    /** A batch is compressed by itself: it may hold so much of the records that are sent, and none of them twice. */
    private static final double MAX_RECORD_SHARE = 0.5;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORT_RAMP = Duration.ofMillis(100);
    private static final Duration RAMP = Duration.ofMillis(300);
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(3);

    /** Rounds end an experiment here; this only keeps the warm-up from being cut. */
    private static final Duration BUDGET = Duration.ofHours(2);

    private final LiveCluster cluster;
    private final RegretWorkload workload;
    private final AdvisedRecords.Advice advice;
    private final long largestRecordBytes;
    private final Plan plan;
    private final Countdown countdown;
    private final String name;

    /**
     * How to search.
     *
     * @param codecs whose settings are tried, with every batch.size and linger.ms
     * @param screeningRounds in which all are tried
     * @param screeningTrial window of each of those trials
     * @param finalists that are run again, next to the recommended settings and today's
     * @param rounds of the finalists, on which alone the verdict rests
     * @param trial window of each of those trials
     */
    record Plan(
            List<Codec> codecs,
            int screeningRounds,
            Duration screeningTrial,
            int finalists,
            int rounds,
            Duration trial) {}

    /**
     * What settings cost when they were run.
     *
     * @param moneyByRound a month's money, by the round's number; empty where they failed or did not hold the rate
     */
    record Priced(ProducerSettings settings, SortedMap<Integer, Double> moneyByRound) {
        Priced {
            moneyByRound = Collections.unmodifiableSortedMap(new TreeMap<>(moneyByRound));
        }

        double meanMoney() {
            return moneyByRound.values().stream()
                    .mapToDouble(money -> money)
                    .average()
                    .orElse(Double.MAX_VALUE);
        }

        boolean isKnown() {
            return !moneyByRound.isEmpty();
        }
    }

    /**
     * What came of it.
     *
     * @param screened settings that were tried
     * @param notKnown how many of them failed or did not hold the rate
     * @param finalists as they were in the fresh rounds, the recommended settings first
     * @param today today's settings among them
     */
    record Outcome(int screened, int notKnown, List<Priced> finalists, Priced today) {}

    RegretSearch(
            LiveCluster cluster,
            RegretWorkload workload,
            AdvisedRecords.Advice advice,
            long largestRecordBytes,
            Plan plan,
            Countdown countdown,
            String name) {
        this.cluster = cluster;
        this.workload = workload;
        this.advice = advice;
        this.largestRecordBytes = largestRecordBytes;
        this.plan = plan;
        this.countdown = countdown;
        this.name = name;
    }

    /** @throws dev.squeeze.kit.cluster.ClusterException when the broker does not do what it must */
    Outcome run() {
        ProducerSettings recommended = advice.recommendation().recommended().settings();
        List<ProducerSettings> all = candidates(recommended);
        List<Priced> screened = screen(all);
        Set<ProducerSettings> finalists = new LinkedHashSet<>(List.of(recommended));
        finalists.add(AdvisedRecords.TODAY);
        screened.stream()
                .filter(Priced::isKnown)
                .filter(candidate -> !finalists.contains(candidate.settings()))
                .sorted(Comparator.comparingDouble(Priced::meanMoney))
                .limit(plan.finalists())
                .map(Priced::settings)
                .toList()
                .forEach(finalists::add);
        int notKnown = (int)
                screened.stream().filter(candidate -> !candidate.isKnown()).count();
        List<Priced> fresh = again(List.copyOf(finalists));
        Priced today = fresh.stream()
                .filter(priced -> priced.settings().equals(AdvisedRecords.TODAY))
                .findFirst()
                .orElseThrow();
        return new Outcome(all.size(), notKnown, fresh, today);
    }

    /** How long the search is expected to take, in seconds. */
    double expectedSeconds() {
        int settings =
                candidates(advice.recommendation().recommended().settings()).size();
        double shortTrial = seconds(SHORT_RAMP) + seconds(plan.screeningTrial()) + Countdown.AROUND_A_TRIAL_SECONDS;
        double longTrial = seconds(RAMP) + seconds(plan.trial()) + Countdown.AROUND_A_TRIAL_SECONDS;
        return settings * (1 + plan.screeningRounds()) * shortTrial
                + (2 + plan.finalists()) * (plan.rounds() * longTrial + seconds(MAX_WARM_UP));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    /** Every combination that advice may be, where larger batches can make a difference; and the recommended settings. */
    private List<ProducerSettings> candidates(ProducerSettings recommended) {
        Set<ProducerSettings> all = new LinkedHashSet<>();
        for (Codec codec : plan.codecs()) {
            for (int linger : LINGERS) {
                for (int batchSize : BATCH_SIZES) {
                    ProducerSettings settings = new ProducerSettings(codec, batchSize, linger);
                    if (advice.mayBe(settings) && !holdsRecordsTwice(settings)) {
                        all.add(settings);
                    }
                    if (isNeverFull(batchSize, linger)) {
                        break;
                    }
                }
            }
        }
        all.add(recommended);
        return List.copyOf(all);
    }

    /** Records are sent over and over: a batch with a record and its repetition compresses as no traffic does. */
    private boolean holdsRecordsTwice(ProducerSettings settings) {
        return advice.predicted(settings).fill().recordBytesPerBatch()
                > MAX_RECORD_SHARE * workload.payload().payloadBytes();
    }

    /** Whether all records that come within the linger fit, however little they compress. */
    private boolean isNeverFull(int batchSizeBytes, int lingerMillis) {
        Workload traffic = advice.costs().workload();
        double gathered = traffic.uncompressedBytesPerSecond() * (lingerMillis + LATE_MILLIS) / 1e3;
        return ESTIMATE_MARGIN * (gathered + largestRecordBytes) < batchSizeBytes;
    }

    private List<Priced> screen(List<ProducerSettings> settings) {
        return run(
                "screening",
                settings,
                new TrialPlan(SHORT_RAMP, plan.screeningTrial(), TIMEOUT, false),
                plan.screeningTrial(),
                plan.screeningRounds());
    }

    private List<Priced> again(List<ProducerSettings> finalists) {
        return run(
                "fresh rounds",
                finalists,
                new TrialPlan(RAMP, plan.trial(), TIMEOUT, false),
                MAX_WARM_UP,
                plan.rounds());
    }

    private List<Priced> run(
            String phase, List<ProducerSettings> settings, TrialPlan trial, Duration warmUpMost, int rounds) {
        List<Arm> arms = settings.stream()
                .map(candidate -> Arm.ofOneProducer(
                        candidate.toString(),
                        candidate,
                        workload.cell().partitions(),
                        new LoadProfile.OpenLoop(workload.recordsPerSecond())))
                .toList();
        Experiment experiment = new Experiment(
                LoadTarget.of(cluster),
                arm -> workload.payload(),
                arms,
                new ExperimentPlan(
                        trial,
                        BUDGET,
                        OptionalInt.of(rounds),
                        warmUpMost,
                        true,
                        1,
                        name + "-" + phase.replace(' ', '-')),
                countdown.phase(phase, arms.size() * (1 + rounds)));
        experiment.run();
        experiment.failure().ifPresent(failure -> {
            throw failure;
        });
        List<Priced> priced = new ArrayList<>();
        for (int i = 0; i < arms.size(); i++) {
            priced.add(priced(settings.get(i), experiment.arms().get(i)));
        }
        return priced;
    }

    /** With keys a request takes the batches of all partitions along. */
    private double recordsOfARequest(Prediction predicted) {
        double gathered = workload.recordsPerSecond() * predicted.settings().lingerMillis() / 1e3;
        return Math.max(predicted.fill().recordsPerBatch(), gathered);
    }

    private Priced priced(ProducerSettings settings, ArmResult arm) {
        Prediction predicted = advice.predicted(settings);
        SortedMap<Integer, Double> money = new TreeMap<>();
        if (!arm.isValid()) {
            countdown.say(settings + ": " + arm.problems());
        } else if (!Verification.heldRate(workload.recordsPerSecond(), recordsOfARequest(predicted), arm)) {
            countdown.say(settings + ": did not hold the rate");
        } else {
            Verification.measuredByRound(
                            advice.costs(), predicted, arm, workload.payload().payloadShare())
                    .forEach((round, measured) ->
                            money.put(round, measured.resources().money()));
        }
        return new Priced(settings, money);
    }
}
