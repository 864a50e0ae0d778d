package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Batches that were measured, so that the same records are not measured again when they are sent another time. Their timestamps differ
 * then, which changes what they compress to by a byte or two, and what a change saves of it hardly ever.
 */
final class KnownBatches {
    private final boolean again;
    private final Map<BatchContents, BatchSizes.Batch> known = new ConcurrentHashMap<>();

    /** @param again whether records are sent several times over; else nothing is kept */
    KnownBatches(boolean again) {
        this.again = again;
    }

    /** @param halved whether the changed batches have to be compressed in two as well */
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
