package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.feature.advise.Ladder;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The ladder of {@code squeeze advise} on the records as they are, and on the records with changes.
 *
 * @param changes in words: those that save bytes and keep what records say, applied together
 * @param savedBytesPerRecord stored bytes that they save together in the batches that costs were measured on
 * @param savedShare the same as a share of all stored bytes
 * @param records that both ladders rest on
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
     * @param today the settings that were asked about
     * @param ladder without rungs where no settings save anything
     */
    public record Side(Prediction today, Ladder ladder) {
        /** What costs the least: today's settings, or a step of the ladder. */
        Prediction cheapest() {
            return Stream.concat(Stream.of(today), ladder.rungs().stream().map(Ladder.Rung::prediction))
                    .min(Comparator.comparingDouble(
                            prediction -> prediction.resources().money()))
                    .orElse(today);
        }
    }
}
