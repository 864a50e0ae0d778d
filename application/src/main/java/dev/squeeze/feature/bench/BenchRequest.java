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
 * The options of a benchmark.
 *
 * @param name name in an experiment's file
 * @param description description in that file
 * @param arms settings to compare, the baseline first
 * @param design how the factors were combined into arms
 * @param budget for warm-up and measuring, or for searching; absent if none was given
 * @param rounds absent for as many as fit into the budget
 * @param window measured time of a trial; with {@code numRecords} the maximum
 * @param numRecords records after which a trial ends; absent if time ends it
 * @param profile whether each arm is profiled afterwards
 * @param profileFolder folder for recordings and flame graphs; absent if recordings are not kept
 * @param minEffect the smallest difference that is reported, as a share
 * @param thresholds that the arms must meet
 * @param earlier run that this one is compared with
 * @param following what to do with the figures of each second
 * @param timeout for responses of brokers
 * @param keepTopics whether the topics of the last trials are kept
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
        RunFollower.Options following,
        Duration timeout,
        boolean keepTopics,
        long seed) {
    /** Time of sending before a window begins, until connections, buffers and the sender are in a steady state. */
    static final Duration RAMP = Duration.ofMillis(300);

    /** An open loop at a rate near the limit takes longer to fill its queues. */
    static final Duration SEARCH_RAMP = Duration.ofSeconds(1);

    private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(165);

    BenchRequest {
        arms = List.copyOf(arms);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * How to search for the highest rate.
     *
     * @param maxLatency maximum p99 to acknowledgement at a sustained rate
     * @param bracket width of the final bracket around the rate, as a fraction of it
     * @param hold duration of the trial that confirms the rate; absent for that of two trials
     */
    record Search(Duration maxLatency, double bracket, Optional<Duration> hold) {}

    /** The budget; if none was given, the default, or more if three rounds of all arms need it. */
    Duration budgetOrDefault() {
        Duration least = ExperimentPlan.leastBudget(arms.size(), RAMP, window);
        Duration ample = least.plus(least.dividedBy(2));
        return budget.orElse(numRecords.isEmpty() && ample.compareTo(DEFAULT_BUDGET) > 0 ? ample : DEFAULT_BUDGET);
    }
}
