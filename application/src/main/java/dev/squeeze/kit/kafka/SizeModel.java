package dev.squeeze.kit.kafka;

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
}
