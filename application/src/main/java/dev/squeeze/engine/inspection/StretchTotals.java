package dev.squeeze.engine.inspection;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the stretches of a topic that were read hold, each by itself: neighbouring batches are alike, so the spread between
 * stretches, not between batches, shows how far the whole topic may be from what was read.
 */
public final class StretchTotals {
    private final double[] storedBytes;
    private final double[] uncompressedBytes;
    private final double[] offsets;
    private final long stretchesOfAll;

    /** @param stretchesOfAll in the whole topic; as many as were read where it was read as a whole */
    StretchTotals(double[] storedBytes, double[] uncompressedBytes, double[] offsets, long stretchesOfAll) {
        this.storedBytes = storedBytes.clone();
        this.uncompressedBytes = uncompressedBytes.clone();
        this.offsets = offsets.clone();
        this.stretchesOfAll = stretchesOfAll;
    }

    /**
     * How far the bytes saved in the whole topic may be from those saved in what was read, as a share of the bytes stored
     * today.
     *
     * @param ratio of the batches that are to replace those of today
     * @return half width at 95 %; 0 where the whole topic was read, empty where too few stretches were
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
