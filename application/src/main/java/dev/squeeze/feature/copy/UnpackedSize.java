package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.BatchHeader;

/**
 * How many bytes stored batches become when they are unpacked, by those that were unpacked last. A batch does not say it; but where
 * producers change their codec, records keep about their size. For one thread.
 */
final class UnpackedSize {
    private double perStoredByte = 1;
    private double perRecord;

    /** Learns from batches. */
    void took(long storedBytes, long records, long unpackedBytes) {
        if (records == 0) {
            return;
        }
        perStoredByte = Math.max(1, (double) unpackedBytes / storedBytes);
        perRecord = (double) unpackedBytes / records;
    }

    /** The size of batches that become about so many bytes. */
    long storedBytes(long unpackedBytes) {
        return (long) (unpackedBytes / perStoredByte);
    }

    /** About how many bytes a batch becomes; rather too many. */
    long of(BatchHeader header) {
        return (long) Math.max(header.sizeBytes() * perStoredByte, header.recordCount() * perRecord);
    }
}
