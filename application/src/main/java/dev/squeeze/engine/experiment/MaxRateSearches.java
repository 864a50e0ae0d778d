package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.LoadWorkers;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.Trial;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.load.TrialWatch;
import dev.squeeze.engine.load.WorkerShare;
import dev.squeeze.kit.cluster.ClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;

/**
 * Searches for the highest sustained rate of each arm, one arm after another; each is warmed up by its own closed loop.
 */
public final class MaxRateSearches {
    /**
     * Limit, over all trials of an arm, on repeating those that failed while JVMs were compiling or the host was busy.
     */
    private static final int MAX_REPETITIONS = 10;

    /** A failed trial is repeated if other programs used a larger share of the cores than this. */
    private static final double MAX_OTHER_PROGRAMS = 0.1;

    private final LoadTarget cluster;
    private final Payload payload;
    private final MaxRatePlan plan;
    private final ExperimentListener listener;
    private final int cores;
    private final boolean brokersHere;
    private final List<Arm> arms;
    private final List<Found> found = new ArrayList<>();
    private boolean interrupted;
    private Optional<ClusterException> failure = Optional.empty();

    /**
     * The result for one arm.
     *
     * @param arm the arm
     * @param closedLoopRate records/s that the closed loop reached
     * @param outcome of the search; empty if the search did not start
     * @param sustained the figures of the trial that confirmed the rate
     * @param workers what each worker did in that trial; empty if this process sent
     * @param problems reasons why the result is invalid; empty if there are none
     */
    public record Found(
            Arm arm,
            double closedLoopRate,
            Optional<SustainedRateSearch.Outcome> outcome,
            Map<Metric, Double> sustained,
            List<WorkerShare> workers,
            List<String> problems) {
        public Found {
            workers = List.copyOf(workers);
            sustained = Map.copyOf(sustained);
            problems = List.copyOf(problems);
        }
    }

    /**
     * @param brokersHere whether the brokers are known to run on this machine; if not, their CPU time might be mistaken
     *     for that of other programs
     */
    public MaxRateSearches(
            LoadTarget cluster,
            Payload payload,
            List<Arm> arms,
            MaxRatePlan plan,
            int cores,
            boolean brokersHere,
            ExperimentListener listener) {
        this.cluster = cluster;
        this.payload = payload;
        this.arms = List.copyOf(arms);
        this.plan = plan;
        this.cores = cores;
        this.brokersHere = brokersHere;
        this.listener = listener;
    }

    /** Runs until all arms are done, the user ends it or the cluster fails. */
    public void run() {
        if (arms.size() > 1) {
            warmUp();
        }
        for (int i = 0; i < arms.size() && failure.isEmpty() && !interrupted; i++) {
            ArmSearch search = new ArmSearch(i);
            try {
                search.run();
            } catch (CancellationException e) {
                interrupted = true;
            } catch (ClusterException e) {
                search.problems.add(String.valueOf(e.getMessage()));
                boolean othersDid = i + 1 < arms.size()
                        || found.stream().anyMatch(other -> other.problems().isEmpty());
                if (!othersDid || !cluster.answers(plan.trial().timeout())) {
                    failure = Optional.of(e);
                }
            }
            interrupted |= listener.stopRequested();
            found.add(search.found());
            listener.afterTrial();
        }
    }

    /** Without this, the first arm would be searched with a colder client than the others. */
    private void warmUp() {
        try {
            new ArmSearch(0).closedLoop("warming up");
        } catch (CancellationException e) {
            interrupted = true;
        } catch (ClusterException e) {
            // The arm's own search runs into the same problem and reports it.
            listener.progress("searching, " + arms.get(0).label() + ": " + e.getMessage(), 0);
        }
    }

    public List<Found> found() {
        return List.copyOf(found);
    }

    public boolean interrupted() {
        return interrupted;
    }

    /** Failure that ended the searches early, if any. */
    public Optional<ClusterException> failure() {
        return failure;
    }

    private final class ArmSearch {
        private final int number;
        private final Arm arm;
        private final long beginNanos = System.nanoTime();
        private final List<String> problems = new ArrayList<>();
        private final List<SustainedRateSearch.Step> steps = new ArrayList<>();
        private int repetitions;
        private int trials;
        private long longestTrialNanos;
        private double closedLoopRate;
        private Optional<SustainedRateSearch.Outcome> outcome = Optional.empty();
        private Map<Metric, Double> sustained = Map.of();
        private List<WorkerShare> workers = List.of();

        ArmSearch(int number) {
            this.number = number;
            this.arm = arms.get(number);
        }

        TrialResult closedLoop(String what) {
            say(what);
            LoadSettings closed = arm.settings()
                    .withProfile(new LoadProfile.ClosedLoop())
                    .withConsumers(consumingMeanwhile(arm.settings().consumers()));
            return trial(closed, plan.trial().warmUp(plan.closedLoopMost(arms.size())));
        }

        void run() {
            TrialResult reached = closedLoop("closed loop");
            problems.addAll(reached.problems());
            closedLoopRate =
                    reached.warmUp().map(TrialResult.WarmUp::recordsPerSecond).orElse(0.0);
            if (problems.isEmpty() && closedLoopRate <= 0) {
                problems.add("nothing was acknowledged in the closed loop: give a larger --budget");
            }
            if (!problems.isEmpty()) {
                return;
            }
            outcome = Optional.of(SustainedRateSearch.run(
                    closedLoopRate, plan.bracket(), this::at, this::isTimeUp, listener::stopRequested));
        }

        /** Whether another trial, and the confirmation after it, would exceed the arm's share of the budget. */
        private boolean isTimeUp() {
            long confirming = longestTrialNanos
                    + plan.confirmation().minus(plan.trial().window()).toNanos();
            long reserved = longestTrialNanos == 0 ? 0 : longestTrialNanos + confirming;
            return plan.share(arms.size())
                    .filter(share -> System.nanoTime() - beginNanos + reserved >= share.toNanos())
                    .isPresent();
        }

        private SustainedRateSearch.Verdict at(double recordsPerSecond, boolean confirming) {
            say(String.format(
                    Locale.ROOT, confirming ? "%,.0f records/s, confirming" : "%,.0f records/s", recordsPerSecond));
            LoadSettings open = arm.settings()
                    .withProfile(new LoadProfile.OpenLoop(recordsPerSecond))
                    .withConsumers(consumingMeanwhile(arm.settings().consumers()));
            TrialPlan length = confirming ? plan.trial().withWindow(plan.confirmation()) : plan.trial();
            LoadSettings sent = length.isLong() ? open.withBoundedLog() : open;
            TrialResult trial = trial(sent, length);
            Optional<String> violation = plan.criteria().violation(trial, recordsPerSecond);
            int repeated = 0;
            // A failure while others used the cores is no evidence against the arm.
            while (violation.isPresent()
                    && isDisturbed(trial, open)
                    && !isTimeUp()
                    && repetitions++ < MAX_REPETITIONS) {
                repeated++;
                trial = trial(sent, length);
                violation = plan.criteria().violation(trial, recordsPerSecond);
            }
            if (violation.isEmpty()) {
                sustained = TrialMetrics.of(trial, open);
                workers = trial.workers();
            } else if (confirming) {
                // A rate that held only for a short time is not the answer.
                sustained = Map.of();
                workers = List.of();
            }
            SustainedRateSearch.Verdict verdict = new SustainedRateSearch.Verdict(
                    violation.isEmpty(),
                    trial.window().records() / trial.window().seconds(),
                    violation,
                    Optional.of(LimitFinder.find(
                            trial,
                            open,
                            cluster.workers().map(LoadWorkers::cores).orElse(cores))),
                    isDisturbed(trial, open),
                    repeated);
            steps.add(new SustainedRateSearch.Step(recordsPerSecond, confirming, verdict));
            return verdict;
        }

        private boolean isDisturbed(TrialResult trial, LoadSettings settings) {
            double others = TrialMetrics.of(trial, settings).getOrDefault(Metric.OTHER_PROGRAMS, 0.0);
            return trial.isDisturbed() || brokersHere && others > MAX_OTHER_PROGRAMS * cores;
        }

        private TrialResult trial(LoadSettings settings, TrialPlan length) {
            long trialBeginNanos = System.nanoTime();
            TrialResult result = Trial.run(
                    cluster,
                    plan.name() + "-" + number,
                    settings,
                    payload,
                    length,
                    listener::stopRequested,
                    length.untilSettled() ? TrialWatch.NONE : listener.watch(arm, ++trials));
            if (result.interrupted()) {
                throw new CancellationException("the user ended the trial");
            }
            if (settings.profile() instanceof LoadProfile.OpenLoop
                    && length.window().equals(plan.trial().window())) {
                longestTrialNanos = Math.max(longestTrialNanos, System.nanoTime() - trialBeginNanos);
            }
            return result;
        }

        private void say(String what) {
            listener.progress(
                    "searching, " + arm.label() + ": " + what,
                    Math.min(1, (number + Math.min(0.95, steps.size() / 12.0)) / arms.size()));
        }

        Found found() {
            return new Found(arm, closedLoopRate, outcome.or(this::unfinished), sustained, workers, problems);
        }

        /** The outcome so far, for a search that ended early. */
        private Optional<SustainedRateSearch.Outcome> unfinished() {
            if (steps.isEmpty()) {
                return Optional.empty();
            }
            OptionalDouble failed = steps.stream()
                    .filter(step -> !step.verdict().sustained())
                    .mapToDouble(SustainedRateSearch.Step::recordsPerSecond)
                    .min();
            // A rate that held once and failed later did not hold.
            OptionalDouble held = steps.stream()
                    .filter(step -> step.verdict().sustained())
                    .mapToDouble(SustainedRateSearch.Step::recordsPerSecond)
                    .filter(rate -> failed.isEmpty() || rate < failed.getAsDouble())
                    .max();
            return Optional.of(new SustainedRateSearch.Outcome(held, failed, steps, false));
        }
    }

    private static ConsumerSettings consumingMeanwhile(ConsumerSettings consumers) {
        return new ConsumerSettings(
                ConsumerSettings.When.CONCURRENT, consumers.consumers(), consumers.groups(), consumers.properties());
    }
}
