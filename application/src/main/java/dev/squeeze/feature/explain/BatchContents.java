package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** Equal for batches with the very same records in the same order, whenever these were sent. */
final class BatchContents {
    private final List<BatchRecord> records;
    private final int hash;

    BatchContents(List<BatchRecord> records) {
        this.records = records;
        int code = records.size();
        for (BatchRecord record : records) {
            code = 31 * code + System.identityHashCode(record.identity());
        }
        this.hash = code;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BatchContents that) || that.records.size() != records.size()) {
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
