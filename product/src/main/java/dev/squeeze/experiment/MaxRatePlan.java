package dev.squeeze.experiment;

import dev.squeeze.load.TrialPlan;
import java.time.Duration;
import java.util.Optional;

/**
 * How the highest sustained rate is looked for.
 *
 * @param trial the parts of one open-loop trial
 * @param criteria what sustained means
 * @param bracket how near the highest rate that held and the lowest that did not must come, such as 0.05
 * @param closedLoopMost the longest closed-loop run before the search, which is also the warm-up
 * @param hold how long the answer must hold in the end; absent: twice as long as a trial
 * @param name of this run, part of its topics' names
 */
public record MaxRatePlan(
        TrialPlan trial,
        SustainedCriteria criteria,
        double bracket,
        Duration closedLoopMost,
        Optional<Duration> hold,
        String name) {
    public MaxRatePlan {
        if (!(bracket > 0 && bracket < 1)) {
            throw new IllegalArgumentException("the bracket lies between 0 and 1, such as 0.05, not at " + bracket);
        }
    }

    Duration confirmation() {
        return hold.orElse(trial.window().multipliedBy(2));
    }
}
