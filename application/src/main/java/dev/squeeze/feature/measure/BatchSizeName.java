package dev.squeeze.feature.measure;

import dev.squeeze.kit.unit.ByteCount;

/** Names of nominal batch sizes, for tables and sentences. */
final class BatchSizeName {
    private BatchSizeName() {}

    /** A nominal size of one byte means one record per batch. */
    static String of(int size) {
        return size == 1 ? "Single records" : "Batches of " + new ByteCount(size);
    }

    /** The same within a sentence. */
    static String within(int size) {
        return of(size).replace("Batches", "batches").replace("Single", "single");
    }
}
