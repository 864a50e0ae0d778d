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
    private final Map<Contents, BatchSizes.Batch> known = new ConcurrentHashMap<>();

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
                new Contents(records),
                (contents, before) ->
                        before != null && (before.isHalved() || !halved) ? before : measuring.apply(records));
    }

    private static final class Contents {
        private final List<BatchRecord> records;
        private final int hash;

        Contents(List<BatchRecord> records) {
            this.records = records;
            int code = records.size();
            for (BatchRecord record : records) {
                code = 31 * code + System.identityHashCode(record.identity());
            }
            this.hash = code;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Contents that) || that.records.size() != records.size()) {
                return false;
            }
            for (int i = 0; i < records.size(); i++) {
                if (records.get(i).identity() != that.records.get(i).identity()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
