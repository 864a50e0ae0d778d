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

/**
 * Searches for the cheapest settings of a workload by running all of them, and then the best ones again together with
 * the recommended ones.
 */
final class RegretSearch {
    private static final List<Integer> BATCH_SIZES = List.of(16 << 10, 64 << 10, 256 << 10);

    /** Batches that linger for 100 ms satisfy a limit of 100 ms only if they are full after 50 ms already. */
    private static final List<Integer> LINGERS = List.of(5, 20, 50);

    /** How much later than its linger a batch may be sent. */
    private static final double LATE_MILLIS = 10;

    /** Kafka's producer never overestimates the size of records by much more than this factor. */
    private static final double ESTIMATE_MARGIN = 1.25;

    /**
     * A batch is compressed by itself: it may contain at most this share of the records that are sent, so that none
     * occurs twice.
     */
    private static final double MAX_RECORD_SHARE = 0.5;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORT_RAMP = Duration.ofMillis(100);
    private static final Duration RAMP = Duration.ofMillis(300);
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(3);

    /** Experiments end after their rounds; this only prevents the warm-up from being cut short. */
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
     * @param codecs codecs whose settings are tried, with every batch.size and linger.ms
     * @param screeningRounds rounds in which all settings are tried
     * @param screeningTrial window of each of those trials
     * @param finalists number of settings that are run again, together with the recommended and today's settings
     * @param rounds rounds of the finalists, which alone determine the result
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
     * Cost of settings when they were run.
     *
     * @param moneyByRound monthly cost, by the round's number; empty if they failed or did not sustain the rate
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
     * Result of a search.
     *
     * @param screened number of settings that were tried
     * @param notKnown how many of them failed or did not sustain the rate
     * @param finalists their results in the final rounds, the recommended settings first
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

    /** @throws dev.squeeze.kit.cluster.ClusterException when the broker does not behave as required */
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

    /** Expected duration of the search in seconds. */
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

    /**
     * Every combination that can be recommended, with larger batches only if they can make a difference; and the
     * recommended settings.
     */
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

    /**
     * Whether a batch would contain a record and its repetition: records are sent repeatedly, and such a batch
     * compresses unlike real traffic.
     */
    private boolean holdsRecordsTwice(ProducerSettings settings) {
        return advice.predicted(settings).fill().recordBytesPerBatch()
                > MAX_RECORD_SHARE * workload.payload().payloadBytes();
    }

    /** Whether all records that arrive within the linger fit into a batch, however little they compress. */
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

    /** Maximum number of records in a request; with keys, a request contains the batches of all partitions. */
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
