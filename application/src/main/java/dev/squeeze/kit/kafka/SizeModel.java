package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** The assumed compressed size of batches that are not actually compressed. */
@FunctionalInterface
public interface SizeModel {
    /**
     * Compressed over uncompressed bytes of the records of a batch, both without its header.
     *
     * @param recordBytes uncompressed bytes of the records
     * @param rank rank of the batch among all batches of its size, from 0 for the one that compresses best to 1
     */
    double fraction(double recordBytes, double rank);

    /**
     * Compressed bytes of a batch, without its header, for models that depend on its records.
     *
     * @param records as they were passed to the producer
     */
    default double compressedBytes(List<BatchRecord> records, double recordBytes, double rank) {
        return recordBytes * fraction(recordBytes, rank);
    }
}
