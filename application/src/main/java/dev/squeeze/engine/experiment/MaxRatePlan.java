package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.TrialPlan;
import java.time.Duration;
import java.util.Optional;

/**
 * How to search for the highest sustained rate.
 *
 * @param trial duration and limits of one open-loop trial
 * @param criteria when a rate counts as sustained
 * @param bracket maximum relative distance between the highest rate that held and the lowest that did not, such as 0.05
 * @param closedLoopMost longest closed-loop run before the search, which is also the warm-up
 * @param budget approximate time for all arms together; if absent, as long as their brackets need
 * @param hold how long the answer must hold in the confirmation; if absent, twice as long as a trial
 * @param name of this run, part of its topics' names
 */
public record MaxRatePlan(
        TrialPlan trial,
        SustainedCriteria criteria,
        double bracket,
        Duration closedLoopMost,
        Optional<Duration> budget,
        Optional<Duration> hold,
        String name) {
    private static final Duration MIN_CLOSED_LOOP = Duration.ofSeconds(5);

    public MaxRatePlan {
        if (!(bracket > 0 && bracket < 1)) {
            throw new IllegalArgumentException("the bracket must be between 0 and 1, both excluded, got " + bracket);
        }
    }

    /** An arm's share of the budget. */
    Optional<Duration> share(int arms) {
        return budget.map(whole -> whole.dividedBy(arms));
    }

    /** Longest closed loop: at most a quarter of an arm's share, but long enough that something is acknowledged. */
    Duration closedLoopMost(int arms) {
        return share(arms)
                .map(share -> share.dividedBy(4))
                .map(quarter -> quarter.compareTo(MIN_CLOSED_LOOP) < 0 ? MIN_CLOSED_LOOP : quarter)
                .filter(quarter -> quarter.compareTo(closedLoopMost) < 0)
                .orElse(closedLoopMost);
    }

    Duration confirmation() {
        return confirmation(hold, trial.window());
    }

    private static Duration confirmation(Optional<Duration> hold, Duration window) {
        return hold.orElse(window.multipliedBy(2));
    }

    /**
     * Time of the shortest search of {@code arms} arms: a closed loop, a trial that holds, one that fails, and the
     * confirmation.
     */
    public static Duration leastBudget(int arms, Duration ramp, Duration window, Optional<Duration> hold) {
        return MIN_CLOSED_LOOP
                .plus(ramp.plus(window).multipliedBy(2))
                .plus(ramp.plus(confirmation(hold, window)))
                .multipliedBy(arms);
    }
}
