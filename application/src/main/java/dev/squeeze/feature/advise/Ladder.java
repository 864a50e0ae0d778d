package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Possible changes, from the least to the most intrusive; each rung saves more than the one before.
 *
 * @param rungs empty if nothing saves anything
 * @param shareOfToday share of the largest saving that today's settings already achieve, 0 to 1
 * @param recommended index of the recommended rung; absent if none is
 */
public record Ladder(List<Rung> rungs, double shareOfToday, OptionalInt recommended) {
    public Ladder {
        rungs = List.copyOf(rungs);
    }

    /**
     * One combination of settings.
     *
     * @param step how far it is from today's settings
     * @param shareOfSaving share of the largest saving within the limits, counted from sending uncompressed, 0 to 1
     */
    public record Rung(Step step, Prediction prediction, double shareOfSaving) {}

    static final Ladder NONE = new Ladder(List.of(), 1, OptionalInt.empty());

    /** The recommended rung. */
    public Optional<Rung> taken() {
        return recommended.isPresent() ? Optional.of(rungs.get(recommended.getAsInt())) : Optional.empty();
    }

    /** The rung after the recommended one. */
    Optional<Rung> next() {
        return recommended.isPresent() && recommended.getAsInt() + 1 < rungs.size()
                ? Optional.of(rungs.get(recommended.getAsInt() + 1))
                : Optional.empty();
    }

    /** The prediction of the last rung, which saves the most. */
    Optional<Prediction> most() {
        return rungs.isEmpty()
                ? Optional.empty()
                : Optional.of(rungs.get(rungs.size() - 1).prediction());
    }

    boolean holds(ProducerSettings settings) {
        return rungs.stream().anyMatch(rung -> rung.prediction().settings().equals(settings));
    }

    /** The same ladder if today's settings should stay. */
    Ladder recommendingNone() {
        return new Ladder(rungs, shareOfToday, OptionalInt.empty());
    }

    /** The same ladder with other settings recommended; with none if they are not on it. */
    Ladder recommending(ProducerSettings settings) {
        for (int i = 0; i < rungs.size(); i++) {
            if (rungs.get(i).prediction().settings().equals(settings)) {
                return new Ladder(rungs, shareOfToday, OptionalInt.of(i));
            }
        }
        return new Ladder(rungs, shareOfToday, OptionalInt.empty());
    }
}
