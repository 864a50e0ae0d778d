package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.feature.advise.Ladder;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The ladders of {@code squeeze advise} for the records as they are and with changes.
 *
 * @param changes descriptions of those that save bytes without losing information, applied together
 * @param savedBytesPerRecord stored bytes that they save together in the batches on which costs were measured
 * @param savedShare the same as a share of all stored bytes
 * @param records number of records on which both ladders are based
 */
public record LadderComparison(
        List<String> changes,
        ConfidenceInterval savedBytesPerRecord,
        double savedShare,
        long records,
        Side asTheyAre,
        Side changed) {
    public LadderComparison {
        changes = List.copyOf(changes);
    }

    /**
     * One of the two.
     *
     * @param today with the given settings
     * @param ladder without rungs if no settings save anything
     */
    public record Side(Prediction today, Ladder ladder) {
        /** The lowest cost of today's settings and the rungs of the ladder. */
        Prediction cheapest() {
            return Stream.concat(Stream.of(today), ladder.rungs().stream().map(Ladder.Rung::prediction))
                    .min(Comparator.comparingDouble(
                            prediction -> prediction.resources().money()))
                    .orElse(today);
        }
    }
}
