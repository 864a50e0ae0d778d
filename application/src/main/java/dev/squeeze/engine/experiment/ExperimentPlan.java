package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How long an experiment may take and how it is run.
 *
 * @param trial the parts of each trial
 * @param budget for everything, warm-up included; a trial that was begun is finished
 * @param rounds how many; absent: as many as the budget holds, at least {@link #MIN_ROUNDS}, or one where it is kept
 * @param keepsBudget whether no trial after the first round begins that would exceed the budget
 * @param warmUpMost the longest warm-up of one arm
 * @param warmUpAtFullSpeed whether arms with a rate warm up without one: a producer believes what its records compress to
 *     only after some 160 batches, which at a low rate take longer than anyone waits
 * @param seed of the order
 * @param name of this run, part of its topics' names
 */
public record ExperimentPlan(
        TrialPlan trial,
        Duration budget,
        OptionalInt rounds,
        boolean keepsBudget,
        Duration warmUpMost,
        boolean warmUpAtFullSpeed,
        long seed,
        String name) {
    /** Fewer give no interval worth printing; they are run even when the budget is spent, unless it is kept. */
    public static final int MIN_ROUNDS = 3;
    /** More say nothing new. */
    public static final int MAX_ROUNDS = 50;

    /**
     * Beyond sending: creating topics, starting clients, reading everything back, and comparing it. On two cores that also
     * run the broker it takes 3 to 4 s at the default partitions.
     */
    private static final Duration AROUND_A_TRIAL = Duration.ofMillis(3_500);

    /** One whose rounds are run even when the budget is spent. */
    public ExperimentPlan(
            TrialPlan trial,
            Duration budget,
            OptionalInt rounds,
            Duration warmUpMost,
            boolean warmUpAtFullSpeed,
            long seed,
            String name) {
        this(trial, budget, rounds, false, warmUpMost, warmUpAtFullSpeed, seed, name);
    }

    /**
     * What warming up so many arms and measuring {@link #MIN_ROUNDS} rounds of them takes on a machine with nothing else to do.
     *
     * @param ramp before each measured window
     * @param window measured time of a trial
     */
    public static Duration leastBudget(int arms, Duration ramp, Duration window) {
        return ramp.plus(window).plus(AROUND_A_TRIAL).multipliedBy((MIN_ROUNDS + 1L) * arms);
    }

    public ExperimentPlan {
        rounds.ifPresent(count -> Range.requireAtLeast("--rounds", count, 1));
        Range.requireAboveZero("--budget", budget);
    }
}
