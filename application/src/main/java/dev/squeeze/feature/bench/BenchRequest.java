package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.Design;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a live run is asked to do.
 *
 * @param name given by the author of an experiment's file
 * @param description by the same
 * @param arms what is compared, the baseline first
 * @param design how the arms were made of factors
 * @param budget for warming up and measuring, or for searching; absent where none was given
 * @param rounds absent for as many as the budget holds
 * @param window measured time of a trial; with {@code numRecords} the longest
 * @param numRecords that end a trial; absent where time does
 * @param profile whether each arm is profiled afterwards
 * @param profileFolder what keeps the recordings and gets flame graphs; absent where they are only read
 * @param minEffect the smallest difference worth naming, as a share
 * @param thresholds that the arms must meet
 * @param earlier run that this one is compared with
 * @param following what is done with the figures of each second
 * @param timeout for answers of brokers
 * @param keepTopics whether the topics of the last trials stay
 * @param seed of the order of arms and of simulations
 */
record BenchRequest(
        Optional<String> name,
        Optional<String> description,
        BenchMode mode,
        List<Arm> arms,
        Design design,
        Optional<Duration> budget,
        OptionalInt rounds,
        Duration window,
        OptionalLong numRecords,
        Search search,
        boolean profile,
        Optional<ProfileFolder> profileFolder,
        double minEffect,
        List<Threshold> thresholds,
        Optional<BaselineArguments.Earlier> earlier,
        RunFollower.Wishes following,
        Duration timeout,
        boolean keepTopics,
        long seed) {
    /** Sending before a window opens, until connections, buffers and the sender are in a steady state. */
    static final Duration RAMP = Duration.ofMillis(300);

    /** An open loop at a rate near the limit takes longer to fill its queues. */
    static final Duration SEARCH_RAMP = Duration.ofSeconds(1);

    private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(165);

    BenchRequest {
        arms = List.copyOf(arms);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * How the highest rate is searched for.
     *
     * @param maxLatency of p99 to acknowledgement at a sustained rate
     * @param bracket width of the final bracket around the rate, as a fraction of it
     * @param hold time that confirms the rate; absent for two trials
     */
    record Search(Duration maxLatency, double bracket, Optional<Duration> hold) {}

    /** What rounds may take; without a flag, time for three rounds of however many arms. */
    Duration budgetOrDefault() {
        Duration least = ExperimentPlan.leastBudget(arms.size(), RAMP, window);
        Duration ample = least.plus(least.dividedBy(2));
        return budget.orElse(numRecords.isEmpty() && ample.compareTo(DEFAULT_BUDGET) > 0 ? ample : DEFAULT_BUDGET);
    }
}
