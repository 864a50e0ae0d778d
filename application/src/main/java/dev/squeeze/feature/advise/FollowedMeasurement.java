package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Decides which settings to recommend after a live run: measurements replace predictions, and the rule stays the same.
 * If the objective asks for the least intrusive settings that keep a share of the largest saving, settings that save
 * more do not replace these as long as these still keep that share.
 *
 * @param keep share of the largest saving that is enough, for objectives that use the ladder
 * @param today today's settings
 * @param uncompressedMoney cost per month of sending uncompressed, from which savings are counted, as on the ladder
 */
public record FollowedMeasurement(Objective objective, double keep, ProducerSettings today, double uncompressedMoney) {
    /**
     * Settings as measured.
     *
     * @param measured fill, ratio and resources as measured
     * @param relativeHalfWidth of the score's 95 % interval
     */
    public record Candidate(Prediction measured, double relativeHalfWidth) {}

    /**
     * The best settings, if the recommended ones did not hold the rate.
     *
     * @param others that held the rate and meet the limits
     * @return empty if there are none
     */
    public Optional<Prediction> instead(List<Candidate> others) {
        return best(others.stream().map(Candidate::measured).toList());
    }

    /**
     * Settings that did better than the recommended ones, by more than chance and the objective's tolerance.
     *
     * @param recommended as measured
     * @param others that meet the limits
     * @return empty if the recommendation stands
     */
    public Optional<Prediction> better(Candidate recommended, List<Candidate> others) {
        return best(others.stream()
                .filter(other -> isClearlyBetter(other, recommended))
                .filter(other -> !isEnough(recommended.measured(), other.measured()))
                .map(Candidate::measured)
                .toList());
    }

    /**
     * The saving of the recommended settings as a share of the largest measured saving; 1 if no others save more.
     *
     * @return empty if the objective does not use the ladder, or nothing was saved
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
