package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/**
 * Batches as the producers form them, and those of them that are measured.
 *
 * @param once those of all records, sent once
 * @param all those that are measured: of the records sent several times over where once makes only few batches, since where a batch
 *     begins is chance
 * @param turns so many times each record is in all of them; the same record again is no other observation
 */
record MeasuredBatches(List<List<BatchRecord>> once, List<List<BatchRecord>> all, int turns) {
    MeasuredBatches {
        once = List.copyOf(once);
        all = List.copyOf(all);
    }

    static MeasuredBatches once(List<List<BatchRecord>> batches) {
        return new MeasuredBatches(batches, batches, 1);
    }
}
