package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What can be done, from the least to the most intrusive change; each rung saves more than the one before.
 *
 * @param rungs none where nothing saves anything
 * @param shareOfToday what today's settings have of the largest saving, 0 to 1
 * @param recommended index of the rung to take; absent where none of them is
 */
public record Ladder(List<Rung> rungs, double shareOfToday, OptionalInt recommended) {
    public Ladder {
        rungs = List.copyOf(rungs);
    }

    /**
     * One set of settings.
     *
     * @param step how far it goes from today's
     * @param shareOfSaving of the largest saving over sending uncompressed that was found within the limits, 0 to 1
     */
    public record Rung(Step step, Prediction prediction, double shareOfSaving) {}

    /** Without rungs. */
    static final Ladder NONE = new Ladder(List.of(), 1, OptionalInt.empty());

    /** The rung to take. */
    public Optional<Rung> taken() {
        return recommended.isPresent() ? Optional.of(rungs.get(recommended.getAsInt())) : Optional.empty();
    }

    /** The one after the rung to take. */
    Optional<Rung> next() {
        return recommended.isPresent() && recommended.getAsInt() + 1 < rungs.size()
                ? Optional.of(rungs.get(recommended.getAsInt() + 1))
                : Optional.empty();
    }

    /** The largest saving on it. */
    Optional<Prediction> most() {
        return rungs.isEmpty()
                ? Optional.empty()
                : Optional.of(rungs.get(rungs.size() - 1).prediction());
    }

    boolean holds(ProducerSettings settings) {
        return rungs.stream().anyMatch(rung -> rung.prediction().settings().equals(settings));
    }

    /** The same where today's settings should stay. */
    Ladder recommendingNone() {
        return new Ladder(rungs, shareOfToday, OptionalInt.empty());
    }

    /** The same with other settings recommended; with none where they are not on it. */
    Ladder recommending(ProducerSettings settings) {
        for (int i = 0; i < rungs.size(); i++) {
            if (rungs.get(i).prediction().settings().equals(settings)) {
                return new Ladder(rungs, shareOfToday, OptionalInt.of(i));
            }
        }
        return new Ladder(rungs, shareOfToday, OptionalInt.empty());
    }
}
