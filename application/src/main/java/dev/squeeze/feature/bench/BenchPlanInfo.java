package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadProfile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a benchmark was run.
 *
 * @param name name in the experiment's file; absent if it did not come from a file
 * @param description description in that file
 * @param design {@code full-product} or {@code one-at-a-time}
 * @param mode {@code bench}, {@code find-max} or {@code raw}
 * @param budgetSeconds allowed time; absent if {@code --rounds} or stages determine the duration, and for a search
 *     without a budget, which runs until it has found the rate
 * @param measuringSeconds time that warm-up and measuring took
 * @param rounds complete rounds
 * @param roundsLeftOut leading rounds that are not counted, because the JVMs were still warming up
 * @param rampSeconds minimum time of sending before each measured window
 * @param windowSeconds length of the measured window; with {@code numRecords} the maximum
 * @param numRecords records after which a window ends; absent if only time ends it
 * @param payloadRecords records that are sent repeatedly
 * @param payloadBytes of their keys and values
 * @param wholeSource whether these are all records of the source
 * @param seed of the order of arms
 * @param minEffect the smallest difference that is reported, as a share; absent from older documents, which reported
 *     all
 * @param maxLatencySeconds maximum p99 to acknowledgement at a sustained rate
 * @param interrupted true if the user ended it early
 * @param failure why it ended early, in words
 * @param stages stages of rate in each trial; absent without {@code --stages}
 * @param aborted why {@code --abort-unless} ended it; absent if it did not
 */
public record BenchPlanInfo(
        Optional<String> name,
        Optional<String> description,
        String design,
        String mode,
        OptionalDouble budgetSeconds,
        double measuringSeconds,
        int rounds,
        int roundsLeftOut,
        double rampSeconds,
        double windowSeconds,
        OptionalLong numRecords,
        long payloadRecords,
        long payloadBytes,
        boolean wholeSource,
        long seed,
        OptionalDouble minEffect,
        Optional<Double> maxLatencySeconds,
        boolean interrupted,
        Optional<String> failure,
        Optional<List<StageInfo>> stages,
        Optional<AbortInfo> aborted) {
    public BenchPlanInfo {
        stages = stages.map(List::copyOf);
    }

    /** Whether it was run in the given mode. */
    boolean runs(BenchMode wanted) {
        return mode.equals(wanted.key());
    }

    /**
     * A stage of rate; if both rates are equal, the rate is constant.
     *
     * @param seconds its length
     */
    public record StageInfo(double seconds, double fromRecordsPerSecond, double toRecordsPerSecond) {
        static Optional<List<StageInfo>> of(LoadProfile profile) {
            return profile instanceof LoadProfile.Staged staged
                    ? Optional.of(staged.stages().stream()
                            .map(stage -> new StageInfo(
                                    stage.length().toMillis() / 1e3,
                                    stage.fromRecordsPerSecond(),
                                    stage.toRecordsPerSecond()))
                            .toList())
                    : Optional.empty();
        }
    }

    /**
     * Why {@code --abort-unless} ended a run.
     *
     * @param demand threshold that was missed, as the user wrote it
     * @param arm label of the arm whose trial it was
     * @param round of the arm's trials, from 1
     * @param seconds time since the trial's first record
     * @param value figure in the last second; absent if nothing was acknowledged in it
     */
    public record AbortInfo(String demand, String arm, int round, double seconds, OptionalDouble value) {}
}
