package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Traffic;
import dev.squeeze.engine.load.Trial;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.load.TrialWatch;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.stats.InitialTransient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Runs arms under the same load, in rounds that each contain every arm once, in a new order. Results grow while it
 * runs; callers may read what there is so far.
 */
public final class Experiment {
    private static final int FIRST_ARM_SHARES = 2;
    private static final long MIN_WARM_UP_NANOS = 1_000_000_000;

    private final LoadTarget cluster;
    private final Function<Arm, Traffic> traffic;
    private final ExperimentPlan plan;
    private final ExperimentListener listener;
    private final List<ArmResult> arms;
    private final long startNanos = System.nanoTime();
    /** Duration of the longest trial in a round so far. */
    private long longestTrialNanos;
    /** Longest time that a warm-up took besides sending. */
    private long aroundTrialNanos = MIN_WARM_UP_NANOS;

    private int roundsDone;
    private int leftOut;
    private boolean interrupted;
    private Optional<ClusterException> failure = Optional.empty();

    /** @param traffic returns what an arm sends; called before each of its trials */
    public Experiment(
            LoadTarget cluster,
            Function<Arm, Traffic> traffic,
            List<Arm> arms,
            ExperimentPlan plan,
            ExperimentListener listener) {
        if (arms.isEmpty()) {
            throw new IllegalArgumentException("an experiment needs an arm");
        }
        this.cluster = cluster;
        this.traffic = traffic;
        this.plan = plan;
        this.listener = listener;
        this.arms = arms.stream().map(ArmResult::new).toList();
    }

    /** Runs until the rounds are done, the budget is spent, the user ends it, or the cluster fails. */
    public void run() {
        try {
            warmUp();
            Schedule schedule = new Schedule(arms.size(), plan.seed());
            long roundsBeginNanos = System.nanoTime();
            while (!listener.endsEarly() && wantsRound(roundsBeginNanos)) {
                for (int arm : schedule.nextRound()) {
                    if (roundsDone > 0 && plan.keepsBudget() && exceedsBudget(longestTrialNanos)) {
                        // Results of earlier arms in this round count, and are compared in pairs.
                        return;
                    }
                    if (listener.endsEarly()) {
                        return;
                    }
                    measure(arm);
                }
                roundsDone++;
                leaveWarmUpOut();
            }
        } catch (CancellationException e) {
            interrupted = true;
        } catch (ClusterException e) {
            failure = Optional.of(e);
        }
    }

    private boolean wantsRound(long roundsBeginNanos) {
        if (arms.stream().noneMatch(arm -> arm.problems().isEmpty())) {
            return false;
        }
        if (plan.rounds().isPresent()) {
            return roundsDone < plan.rounds().getAsInt();
        }
        if (roundsDone < (plan.keepsBudget() ? 1 : ExperimentPlan.MIN_ROUNDS)) {
            return true;
        }
        boolean few = roundsDone - leftOut < ExperimentPlan.MIN_ROUNDS;
        // With few rounds even a partial one is useful; later rounds are completed or not started.
        long next = plan.keepsBudget() && few ? longestTrialNanos : (System.nanoTime() - roundsBeginNanos) / roundsDone;
        return roundsDone < ExperimentPlan.MAX_ROUNDS && !exceedsBudget(next);
    }

    private boolean exceedsBudget(long nextNanos) {
        return System.nanoTime() + nextNanos - startNanos > plan.budget().toNanos();
    }

    /** Warms up the arms, in random order too: the first arm warms up the JVM for the later ones. */
    private void warmUp() {
        int left = arms.size();
        for (int number : new Schedule(arms.size(), plan.seed() + 1).nextRound()) {
            ArmResult arm = arms.get(number);
            listener.progress("warming up, " + arm.arm().label(), fraction());
            LoadSettings settings = arm.arm().settings();
            LoadSettings warming =
                    plan.warmUpAtFullSpeed() ? settings.withProfile(new LoadProfile.ClosedLoop()) : settings;
            long beginNanos = System.nanoTime();
            trial(number, warming, plan.trial().warmUp(warmUpMost(left--)), TrialWatch.NONE)
                    .ifPresent(result -> {
                        arm.warmedUp(result);
                        long around = System.nanoTime() - beginNanos - (long) (1e9 * arm.warmUpSeconds());
                        aroundTrialNanos = Math.max(aroundTrialNanos, around);
                    });
        }
    }

    /** The first arm needs far longer than the others; all warm-ups together get half of the budget. */
    private Duration warmUpMost(int armsLeft) {
        long left = plan.budget().toNanos()
                - Math.max(plan.budget().toNanos() / 2, reservedNanos(armsLeft))
                - (System.nanoTime() - startNanos);
        long most = Math.min(plan.warmUpMost().toNanos(), left / armsLeft * FIRST_ARM_SHARES);
        // A window that ends after a number of records may take any time; one of hours is longer than any warm-up.
        long least = plan.trial().records().isPresent()
                ? MIN_WARM_UP_NANOS
                : Math.min(plan.trial().window().toNanos(), plan.warmUpMost().toNanos());
        return Duration.ofNanos(Math.max(least, most));
    }

    /** If the budget is strict: the time that the rounds need, plus the warm-ups' overhead besides sending. */
    private long reservedNanos(int armsLeft) {
        if (!plan.keepsBudget() || plan.trial().records().isPresent()) {
            return 0;
        }
        long sending = plan.trial().ramp().plus(plan.trial().window()).toNanos();
        return ExperimentPlan.MIN_ROUNDS * arms.size() * (sending + aroundTrialNanos) + armsLeft * aroundTrialNanos;
    }

    /**
     * The CPU of all arms together, and the throughput of the closed loops, show in which rounds the JVMs were still
     * warming up. The same rounds are left out for all arms, so that comparisons are not biased.
     */
    private void leaveWarmUpOut() {
        double[] pooled = new double[roundsDone];
        for (int round = 0; round < roundsDone; round++) {
            double sum = 0;
            // An arm that failed later is missing from some rounds, which would look like a change.
            for (ArmResult arm :
                    arms.stream().filter(arm -> arm.problems().isEmpty()).toList()) {
                int number = round;
                for (Metric metric : List.of(Metric.PRODUCER_CPU, Metric.SERVICE_CPU, Metric.BROKER_CPU)) {
                    sum += arm.valueInRound(metric, number)
                            .filter(value -> value > 0)
                            .map(Math::log)
                            .orElse(0.0);
                }
            }
            pooled[round] = sum;
        }
        leftOut = Math.max(
                InitialTransient.length(pooled, ExperimentPlan.MIN_ROUNDS), WarmUpRounds.leading(closedLoopRates()));
        arms.forEach(arm -> arm.leaveOut(leftOut));
    }

    /** Records/s of each round: the mean over the arms that send unthrottled. */
    private double[] closedLoopRates() {
        return WarmUpRounds.means(arms.stream()
                .filter(arm ->
                        arm.problems().isEmpty() && arm.arm().settings().profile() instanceof LoadProfile.ClosedLoop)
                .map(arm -> IntStream.range(0, roundsDone)
                        .mapToObj(round -> arm.valueInRound(Metric.RECORDS_PER_SECOND, round))
                        .flatMap(Optional::stream)
                        .toList())
                .filter(rates -> rates.size() == roundsDone)
                .toList());
    }

    private void measure(int number) {
        ArmResult arm = arms.get(number);
        if (!arm.problems().isEmpty()) {
            // It would only fail again, and cost the others time.
            return;
        }
        listener.progress("round " + (roundsDone + 1) + ", " + arm.arm().label(), fraction());
        long beginNanos = System.nanoTime();
        TrialWatch watch = listener.watch(arm.arm(), roundsDone + 1);
        Optional<TrialResult> result = trial(number, arm.arm().settings(), plan.trial(), watch);
        result.ifPresent(shown -> arm.add(roundsDone, shown));
        longestTrialNanos = Math.max(longestTrialNanos, System.nanoTime() - beginNanos);
        listener.afterTrial();
        if (result.map(TrialResult::interrupted).orElse(false)) {
            throw new CancellationException("the user ended the trial");
        }
    }

    /**
     * @return empty if the arm failed on a cluster that still answers, so that other arms may succeed
     * @throws ClusterException when no arm can succeed
     */
    private Optional<TrialResult> trial(int number, LoadSettings settings, TrialPlan trialPlan, TrialWatch watch) {
        ArmResult arm = arms.get(number);
        try {
            return Optional.of(Trial.run(
                    cluster,
                    plan.name() + "-" + number,
                    trialPlan.isLong() && !trialPlan.untilSettled() ? settings.withBoundedLog() : settings,
                    spread(traffic.apply(arm.arm()).inRound(roundsDone), settings, trialPlan),
                    trialPlan,
                    listener::stopRequested,
                    watch));
        } catch (ClusterException e) {
            boolean answers = cluster.answers(plan.trial().timeout());
            // Results from before the brokers failed remain valid.
            if (answers || arm.rounds() == 0) {
                arm.failed(String.valueOf(e.getMessage()));
            }
            if (!answers || arms.stream().noneMatch(other -> other.problems().isEmpty())) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Spreads the records of a short trial; a trial of a fixed number of records sends the first ones. */
    private Traffic spread(Traffic records, LoadSettings settings, TrialPlan trialPlan) {
        if (!(settings.profile() instanceof LoadProfile.OpenLoop open)
                || trialPlan.records().isPresent()) {
            return records;
        }
        double perSecond = settings.passedThrough(open.recordsPerSecond());
        double seconds = trialPlan.ramp().plus(trialPlan.window()).toMillis() / 1e3;
        // The longest linger of all arms, because all of them send the same records.
        int linger = arms.stream()
                .mapToInt(arm -> arm.arm().settings().lingerMillis())
                .max()
                .orElse(0);
        return records.spreadFor(perSecond * seconds, perSecond * linger / 1e3);
    }

    private double fraction() {
        Duration whole = plan.budget();
        double byTime = (System.nanoTime() - startNanos) / (double) whole.toNanos();
        double byRounds =
                plan.rounds().isPresent() ? (double) roundsDone / plan.rounds().getAsInt() : 0;
        return Math.min(1, plan.rounds().isPresent() ? byRounds : byTime);
    }

    /** The arms in the order in which they were given. */
    public List<ArmResult> arms() {
        return arms;
    }

    /** Number of leading rounds that do not count because the JVMs were still warming up. */
    public int roundsLeftOut() {
        return leftOut;
    }

    /** Number of complete rounds. */
    public int rounds() {
        return roundsDone;
    }

    /** Whether the user ended it. */
    public boolean interrupted() {
        return interrupted;
    }

    /** Failure that ended the experiment early, if any. */
    public Optional<ClusterException> failure() {
        return failure;
    }

    /** Comparison of every valid arm with the first; empty if the first is not valid. */
    public List<Comparison> comparisons() {
        ArmResult baseline = arms.get(0);
        List<Comparison> comparisons = new ArrayList<>();
        if (baseline.isValid()) {
            for (ArmResult arm : arms.subList(1, arms.size())) {
                if (arm.isValid()) {
                    boolean open = arm.arm().settings().profile() instanceof LoadProfile.Paced
                            && baseline.arm().settings().profile() instanceof LoadProfile.Paced;
                    comparisons.addAll(Comparison.of(arm, baseline, open));
                }
            }
        }
        return comparisons;
    }
}
