package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadProfile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How an experiment was run.
 *
 * @param name what its author calls it, where it came from a file
 * @param description what its author says of it
 * @param design {@code full-product} or {@code one-at-a-time}
 * @param mode {@code bench}, {@code find-max} or {@code raw}
 * @param budgetSeconds what it was allowed; absent where {@code --rounds} or stages say how long it takes, and for a search without one,
 *     which ends when it has found
 * @param measuringSeconds what warming up and measuring took
 * @param rounds complete rounds
 * @param roundsLeftOut leading rounds that do not count, since the JVMs were still warming up
 * @param rampSeconds sending before each measured window, at least
 * @param windowSeconds length of the measured window; with {@code numRecords} the longest
 * @param numRecords that end a window; absent where time alone does
 * @param payloadRecords records that are sent over and over
 * @param payloadBytes of their keys and values
 * @param wholeSource whether they are all of the source
 * @param seed of the order of arms
 * @param minEffect the smallest difference worth naming, as a share; absent from older documents, which named all
 * @param maxLatencySeconds what p99 may be at a sustained rate
 * @param interrupted true where the user ended it early
 * @param failure why it ended early, in words
 * @param stages of rate that each trial went through; absent where there were none
 * @param aborted why --abort-unless ended it; absent where it did not
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

    /** Whether it was run in a mode. */
    boolean runs(BenchMode wanted) {
        return mode.equals(wanted.key());
    }

    /**
     * A stage of rate; it stays where both rates are the same.
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
     * Why a run was ended while it ran.
     *
     * @param demand that was missed, as the user wrote it
     * @param arm whose trial it was
     * @param round of the arm's trials, from 1
     * @param seconds after the trial's first record
     * @param value of the last second; absent where nothing was acknowledged in it
     */
    public record AbortInfo(String demand, String arm, int round, double seconds, OptionalDouble value) {}
}
