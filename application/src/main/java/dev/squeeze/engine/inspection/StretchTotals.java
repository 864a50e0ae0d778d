package dev.squeeze.engine.inspection;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Totals of each stretch of a topic that was read. Neighbouring batches are similar, so the uncertainty about the whole
 * topic follows from the spread between stretches, not between batches.
 */
public final class StretchTotals {
    private final double[] storedBytes;
    private final double[] uncompressedBytes;
    private final double[] offsets;
    private final long stretchesOfAll;

    /**
     * @param stretchesOfAll number of stretches in the whole topic; equal to the number read if the topic was read
     *     completely
     */
    StretchTotals(double[] storedBytes, double[] uncompressedBytes, double[] offsets, long stretchesOfAll) {
        this.storedBytes = storedBytes.clone();
        this.uncompressedBytes = uncompressedBytes.clone();
        this.offsets = offsets.clone();
        this.stretchesOfAll = stretchesOfAll;
    }

    /**
     * Uncertainty of the bytes saved in the whole topic, estimated from what was read, as a share of the bytes stored
     * today.
     *
     * @param ratio compression ratio of the batches that would replace today's
     * @return half width at 95 %; 0 if the whole topic was read, empty if too few stretches were
     */
    public OptionalDouble savingHalfWidth(double ratio) {
        double[] saved = new double[storedBytes.length];
        double stored = 0;
        double all = 0;
        for (int i = 0; i < saved.length; i++) {
            saved[i] = storedBytes[i] - uncompressedBytes[i] / ratio;
            stored += storedBytes[i];
            all += offsets[i];
        }
        Optional<ConfidenceInterval> perOffset = RatioOfTotals.estimate(saved, offsets, stretchesOfAll);
        if (perOffset.isEmpty() || !(stored > 0)) {
            return OptionalDouble.empty();
        }
        double halfWidth = perOffset.get().high() - perOffset.get().estimate();
        return OptionalDouble.of(halfWidth * all / stored);
    }
}
