package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Results for batches that were measured, so that the same records are not measured again if they are sent repeatedly.
 * Their timestamps differ then, which changes the compressed size by a byte or two, and the saving of a change hardly
 * ever.
 */
final class KnownBatches {
    private final boolean again;
    private final Map<BatchContents, BatchSizes.Batch> known = new ConcurrentHashMap<>();

    /** @param again whether records are sent repeatedly; otherwise nothing is stored */
    KnownBatches(boolean again) {
        this.again = again;
    }

    /** @param halved whether the changed batches must also be compressed in halves */
    BatchSizes.Batch get(
            List<BatchRecord> records, boolean halved, Function<List<BatchRecord>, BatchSizes.Batch> measuring) {
        if (!again) {
            return measuring.apply(records);
        }
        return known.compute(
                new BatchContents(records),
                (contents, before) ->
                        before != null && (before.isHalved() || !halved) ? before : measuring.apply(records));
    }
}
