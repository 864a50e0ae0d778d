package dev.squeeze.feature.recompress;

import dev.squeeze.kit.source.ReadNotice;
import java.util.List;

/**
 * The outcome of rewriting segments.
 *
 * @param segmentsFound number of segments in the given paths
 * @param segments number of segments rewritten; fewer than were found if the run ended early, or if some stay as they
 *     are
 * @param sourceBytes size before, of the rewritten segments and of those that stay as they are
 * @param bytes size of the same segments after
 * @param sourceBatches complete batches of format 2 before; for segments that stay as they are, counts only batches
 *     that cannot be read
 * @param batches number of the same batches after
 * @param keptBatches how many of these were copied unchanged: transaction markers, batches without records, batches too
 *     large to be decompressed, unreadable batches
 * @param unreadableBatches how many of the kept batches are damaged or have an unknown codec
 * @param keptBytes bytes outside batches of format 2, copied unchanged: old messages, damaged and truncated tails
 * @param records number of records in the rewritten batches
 * @param otherFiles number of other files copied; indexes are left out, since a broker rebuilds them
 * @param interrupted whether the run ended early; finished segments are complete, and none is half-written
 * @param notices notes for the reader of the report
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

    /** Number of segments that stay as they are although the run has completed, since they cannot be rewritten. */
    int asTheyAre() {
        return interrupted ? 0 : segmentsFound - segments;
    }
}
