package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.feature.advise.Ladder;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

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
        /** The largest saving on the ladder; today's settings where there is none. */
        Prediction most() {
            List<Ladder.Rung> rungs = ladder.rungs();
            return rungs.isEmpty() ? today : rungs.get(rungs.size() - 1).prediction();
        }
    }
}
