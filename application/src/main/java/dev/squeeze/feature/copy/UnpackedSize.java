package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.BatchHeader;

/**
 * Estimates the uncompressed size of stored batches from those decompressed last. A batch does not contain its
 * uncompressed size, but records keep about the same size even where producers change the codec. Not thread-safe.
 */
final class UnpackedSize {
    private double perStoredByte = 1;
    private double perRecord;

    /** Updates the estimate with decompressed batches. */
    void took(long storedBytes, long records, long unpackedBytes) {
        if (records == 0) {
            return;
        }
        perStoredByte = Math.max(1, (double) unpackedBytes / storedBytes);
        perRecord = (double) unpackedBytes / records;
    }

    /** The stored size of batches with about this many uncompressed bytes. */
    long storedBytes(long unpackedBytes) {
        return (long) (unpackedBytes / perStoredByte);
    }

    /** Estimated uncompressed size of a batch; errs on the high side. */
    long of(BatchHeader header) {
        return (long) Math.max(header.sizeBytes() * perStoredByte, header.recordCount() * perRecord);
    }
}
