package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** What batches are taken to compress to where they are not compressed. */
@FunctionalInterface
public interface SizeModel {
    /**
     * Compressed over uncompressed bytes of the records in one batch, its header on neither side.
     *
     * @param recordBytes uncompressed
     * @param rank where the batch stands among all of its size, from 0 for the one that compresses best to 1
     */
    double fraction(double recordBytes, double rank);

    /**
     * Compressed bytes of a batch, its header not included, for models that know its records.
     *
     * @param records as they were handed to the producer
     */
    default double compressedBytes(List<BatchRecord> records, double recordBytes, double rank) {
        return recordBytes * fraction(recordBytes, rank);
    }
}
