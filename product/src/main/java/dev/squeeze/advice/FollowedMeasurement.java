package dev.squeeze.advice;

import dev.squeeze.model.Prediction;
import dev.squeeze.model.ProducerSettings;
import java.util.List;
import java.util.Optional;

/** What to do when settings were run: what was measured counts more than what was predicted. */
public final class FollowedMeasurement {
    private FollowedMeasurement() {}

    /**
     * Settings as they were measured.
     *
     * @param measured fill, ratio and resources as they were seen
     * @param relativeHalfWidth of the score's interval at 95 %
     */
    public record Candidate(Prediction measured, double relativeHalfWidth) {}

    /**
     * The settings that did better than the recommended ones by more than chance explains and the objective lets pass.
     *
     * @param recommended as it was measured
     * @param others that kept within the limits
     * @return empty where the recommendation stands
     */
    public static Optional<ProducerSettings> better(
            Objective objective, Candidate recommended, List<Candidate> others) {
        double score = objective.score(recommended.measured());
        return others.stream()
                .filter(other -> objective.score(other.measured())
                        < score
                                * (1
                                        - objective.tolerance()
                                        - Math.hypot(other.relativeHalfWidth(), recommended.relativeHalfWidth())))
                .min((one, other) -> Double.compare(objective.score(one.measured()), objective.score(other.measured())))
                .map(other -> other.measured().settings());
    }
}
