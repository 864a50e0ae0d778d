package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How an experiment is run, and how long it may take.
 *
 * @param trial duration and limits of each trial
 * @param budget for everything, warm-up included; a trial that has begun is finished
 * @param rounds number of rounds; if absent, as many as fit into the budget, but at least {@link #MIN_ROUNDS}, or one
 *     if the budget is strict
 * @param keepsBudget whether the budget is strict: after the first round, no trial begins that would exceed it
 * @param warmUpMost longest warm-up of one arm
 * @param warmUpAtFullSpeed whether arms with a rate are warmed up unthrottled: a producer's estimate of the compression
 *     ratio converges only after some 160 batches, which takes too long at a low rate
 * @param seed for the random order
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
    /** Fewer rounds give no useful interval; these are run even if the budget is spent, unless it is strict. */
    public static final int MIN_ROUNDS = 3;
    /** More rounds add no information. */
    public static final int MAX_ROUNDS = 50;

    /**
     * Time of a trial besides sending: creating topics, starting clients, reading everything back, and comparing it. On
     * two cores that also run the broker this takes 3 to 4 s with the default number of partitions.
     */
    private static final Duration AROUND_A_TRIAL = Duration.ofMillis(3_500);

    /** A plan whose budget is not strict. */
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
     * Time that warming up {@code arms} arms and measuring {@link #MIN_ROUNDS} rounds takes on an otherwise idle
     * machine.
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
