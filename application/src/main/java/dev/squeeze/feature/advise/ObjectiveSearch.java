package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the settings with the best score, and the simplest of those that are equally good. */
final class ObjectiveSearch {
    /**
     * How much further than the objective's tolerance a coarse score may be from the lowest and still turn out to be
     * the best.
     */
    private static final double COARSE_ERROR = 0.04;

    /** Finalists by score; further ones are chosen by simplicity among those that are about as good. */
    private static final int MAX_FINALISTS = 5;

    private static final int MAX_SIMPLE_FINALISTS = 4;

    private final Objective objective;
    private final Comparison comparison;

    ObjectiveSearch(Objective objective, Comparison comparison) {
        this.objective = objective;
        this.comparison = comparison;
    }

    /** The best by the given predictions, without forming batches. */
    Prediction best(List<Prediction> allowed) {
        double lowest = allowed.stream().mapToDouble(objective::score).min().orElseThrow();
        return allowed.stream()
                .filter(prediction -> objective.score(prediction) <= lowest * (1 + objective.tolerance()))
                .min(objective.amongEquals())
                .orElseThrow();
    }

    /** The best of those that meet a condition, by the given predictions. */
    Optional<Prediction> bestOf(List<Prediction> candidates, Predicate<Prediction> condition) {
        List<Prediction> matching = candidates.stream().filter(condition).toList();
        return matching.isEmpty() ? Optional.empty() : Optional.of(best(matching));
    }

    /**
     * Settings that may turn out to be the best, with their batches formed and compressed: those with the lowest coarse
     * scores, and the simplest with scores about as low.
     *
     * @param candidates that meet the limits by coarse predictions
     */
    List<Prediction> finalists(Prediction today, List<Prediction> candidates) {
        double lowest = candidates.stream()
                .filter(comparison::isSettled)
                .mapToDouble(objective::score)
                .min()
                .orElse(Double.MAX_VALUE);
        List<Prediction> near = candidates.stream()
                .filter(comparison::isSettled)
                .filter(prediction ->
                        objective.score(prediction) <= lowest * (1 + objective.tolerance() + COARSE_ERROR))
                .toList();
        List<Prediction> finalists = Stream.concat(
                        near.stream()
                                .sorted(Comparator.comparingDouble(objective::score))
                                .limit(MAX_FINALISTS),
                        near.stream()
                                .filter(prediction ->
                                        objective.score(prediction) <= lowest * (1 + objective.tolerance()))
                                .sorted(objective.amongEquals())
                                .limit(MAX_SIMPLE_FINALISTS))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        if (candidates.contains(today) && !finalists.contains(today)) {
            finalists.add(today);
        }
        List<Prediction> formed =
                finalists.parallelStream().map(comparison::whole).toList();
        List<Prediction> allowed = formed.stream()
                .filter(comparison.limits(today)::allow)
                .filter(prediction -> prediction.equals(today) || comparison.isSettled(prediction))
                .toList();
        if (!allowed.isEmpty()) {
            return allowed;
        }
        return formed.isEmpty() ? candidates : formed;
    }
}
