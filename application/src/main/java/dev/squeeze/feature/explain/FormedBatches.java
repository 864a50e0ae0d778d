package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/**
 * Batches as the producers form them.
 *
 * @param once those of all records, sent once
 * @param all those that are measured: of the records sent several times over where once makes only few batches, since where a batch
 *     begins is chance
 * @param turns so many times each record is in all of them; the same record again is no other observation
 */
record FormedBatches(List<List<BatchRecord>> once, List<List<BatchRecord>> all, int turns) {
    FormedBatches {
        once = List.copyOf(once);
        all = List.copyOf(all);
    }

    static FormedBatches once(List<List<BatchRecord>> batches) {
        return new FormedBatches(batches, batches, 1);
    }
}
