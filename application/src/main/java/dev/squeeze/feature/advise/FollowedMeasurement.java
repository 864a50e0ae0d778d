package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Which settings to recommend after a live run: measurements count more than predictions, by the same rule. Where the least intrusive
 * settings are recommended that keep a share of the largest saving, those that save more do not replace them as long as they do.
 *
 * @param keep share of the largest saving that is enough, where the objective is met by the ladder
 * @param today settings of today
 * @param uncompressedMoney of a month where records are sent uncompressed: savings are counted from there, as on the ladder
 */
public record FollowedMeasurement(Objective objective, double keep, ProducerSettings today, double uncompressedMoney) {
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
    public Optional<Prediction> instead(List<Candidate> others) {
        return best(others.stream().map(Candidate::measured).toList());
    }

    /**
     * The settings that did better than the recommended ones by more than chance explains and the objective lets pass.
     *
     * @param recommended as it was measured
     * @param others that kept within the limits
     * @return empty where the recommendation stands
     */
    public Optional<Prediction> better(Candidate recommended, List<Candidate> others) {
        return best(others.stream()
                .filter(other -> isClearlyBetter(other, recommended))
                .filter(other -> !isEnough(recommended.measured(), other.measured()))
                .map(Candidate::measured)
                .toList());
    }

    /**
     * What the recommended settings save of the most that any of the others was measured to save; 1 where none saves more.
     *
     * @return empty where money is not what counts, or nothing was saved
     */
    OptionalDouble keptShare(Candidate recommended, List<Candidate> others) {
        double own = saving(recommended.measured());
        double largest =
                others.stream().mapToDouble(other -> saving(other.measured())).reduce(own, Math::max);
        return objective.isByLadder() && own > 0 ? OptionalDouble.of(own / largest) : OptionalDouble.empty();
    }

    private boolean isClearlyBetter(Candidate other, Candidate recommended) {
        double chance = Math.hypot(other.relativeHalfWidth(), recommended.relativeHalfWidth());
        return objective.score(other.measured())
                < objective.score(recommended.measured()) * (1 - objective.tolerance() - chance);
    }

    private boolean isEnough(Prediction one, Prediction other) {
        return objective.isByLadder() && saving(one) > 0 && saving(one) >= keep * saving(other);
    }

    private double saving(Prediction prediction) {
        return uncompressedMoney - prediction.resources().money();
    }

    private Optional<Prediction> best(List<Prediction> candidates) {
        Optional<Prediction> cheapest = candidates.stream().min(Comparator.comparingDouble(objective::score));
        return cheapest.filter(found -> objective.isByLadder() && saving(found) > 0)
                .flatMap(found -> candidates.stream()
                        .filter(one -> isEnough(one, found))
                        .min(LadderPreference.of(today, this::saving)))
                .or(() -> cheapest);
    }
}
