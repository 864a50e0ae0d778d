package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/**
 * Batches as the producers form them, and those that are measured.
 *
 * @param once batches of all records, sent once
 * @param all batches to measure; if sending the records once gives only few batches, they are sent several times, since
 *     where a batch begins is chance
 * @param turns how many times these batches contain each record; repeated records are not independent observations
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
