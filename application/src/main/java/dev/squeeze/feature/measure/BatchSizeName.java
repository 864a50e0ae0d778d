package dev.squeeze.feature.measure;

import dev.squeeze.kit.unit.ByteCount;

/** What tables and sentences call a nominal size of batches. */
final class BatchSizeName {
    private BatchSizeName() {}

    /** A nominal size of one byte means one record in each batch. */
    static String of(int size) {
        return size == 1 ? "Single records" : "Batches of " + new ByteCount(size);
    }

    /** The same within a sentence. */
    static String within(int size) {
        return of(size).replace("Batches", "batches").replace("Single", "single");
    }
}
