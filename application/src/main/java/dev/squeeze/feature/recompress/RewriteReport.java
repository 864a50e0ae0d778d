package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.ReadNotice;
import java.util.List;

/**
 * The outcome of rewriting segments.
 *
 * @param segmentsFound in the given paths
 * @param segments rewritten; fewer than were found where the run ended early, or where some stay as they are
 * @param sourceBytes of them, and of those that stay as they are
 * @param bytes of what is in their place
 * @param sourceBatches whole batches of format 2; of segments that stay as they are only those that cannot be read
 * @param batches in their place
 * @param keptBatches of those, copied as they were: transaction markers, batches without records, those too large to be
 *     decompressed, unreadable ones
 * @param unreadableBatches of those, damaged or of an unknown codec
 * @param keptBytes that are in no batch of format 2: old messages, damaged and cut tails; copied as they were
 * @param records in the batches that were rewritten
 * @param otherFiles copied next to the segments; indexes are left out, since a broker rebuilds them
 * @param interrupted true where the run ended early: finished segments are there, none is half written
 * @param notices what a reader should know
 */
public record RewriteReport(
        int segmentsFound,
        int segments,
        long sourceBytes,
        long bytes,
        long sourceBatches,
        long batches,
        long keptBatches,
        long unreadableBatches,
        long keptBytes,
        long records,
        int otherFiles,
        boolean interrupted,
        List<ReadNotice> notices) {
    public RewriteReport {
        notices = List.copyOf(notices);
    }

    /** Segments that stay as they are although the run came to its end, since they cannot be rewritten. */
    int asTheyAre() {
        return interrupted ? 0 : segmentsFound - segments;
    }
}
