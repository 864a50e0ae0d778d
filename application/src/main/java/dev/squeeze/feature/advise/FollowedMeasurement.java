package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which settings to recommend after a live run: measurements count more than predictions. */
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
     * The settings that did best where the recommended ones did not hold the rate.
     *
     * @param others that held it and kept within the limits
     * @return empty where none did
     */
    public static Optional<Prediction> instead(Objective objective, List<Candidate> others) {
        return best(objective, others.stream());
    }

    /**
     * The settings that did better than the recommended ones by more than chance explains and the objective lets pass.
     *
     * @param recommended as it was measured
     * @param others that kept within the limits
     * @return empty where the recommendation stands
     */
    public static Optional<Prediction> better(Objective objective, Candidate recommended, List<Candidate> others) {
        double score = objective.score(recommended.measured());
        return best(
                objective,
                others.stream()
                        .filter(other -> objective.score(other.measured())
                                < score
                                        * (1
                                                - objective.tolerance()
                                                - Math.hypot(
                                                        other.relativeHalfWidth(), recommended.relativeHalfWidth()))));
    }

    private static Optional<Prediction> best(Objective objective, Stream<Candidate> candidates) {
        return candidates.map(Candidate::measured).min(Comparator.comparingDouble(objective::score));
    }
}
