package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.BatchHeader;

/**
 * A fetched data batch, without its contents.
 *
 * @param stretch number of its stretch
 * @param baseOffset first offset, which identifies it in its stretch
 * @param producerId as in the header, -1 if the producer was not idempotent
 * @param storedBytes compressed, including the header
 * @param uncompressedBytes including the header
 * @param thinned whether compaction has removed records from it
 * @param keys records with a key
 * @param baseMillis timestamp of the first record; the append time if the broker sets timestamps
 * @param maxMillis largest timestamp
 * @param createTime whether timestamps were set by the producer
 * @param marks what the first bytes of its values show
 */
record BatchFact(
        int partition,
        int stretch,
        long baseOffset,
        long producerId,
        int codecId,
        int storedBytes,
        long uncompressedBytes,
        int records,
        boolean thinned,
        int keys,
        long baseMillis,
        long maxMillis,
        boolean createTime,
        ValueMarks marks) {
    /** The codec ID in the header of an uncompressed batch. */
    static final int RAW = 0;

    static final long NO_PRODUCER = -1;

    static BatchFact of(
            int partition, int stretch, BatchHeader header, long uncompressedBytes, int keys, ValueMarks marks) {
        return new BatchFact(
                partition,
                stretch,
                header.baseOffset(),
                header.hasProducer() ? header.producerId() : NO_PRODUCER,
                header.codecId(),
                Math.toIntExact(header.sizeBytes()),
                uncompressedBytes,
                header.recordCount(),
                header.lastOffsetDelta() + 1 > header.recordCount(),
                keys,
                header.firstTimestampMillis(),
                header.maxTimestampMillis(),
                header.spanMillis().isPresent(),
                marks);
    }

    boolean isRaw() {
        return codecId == RAW;
    }

    /** How long the batch collected records, by their timestamps. */
    long gatherMillis() {
        return maxMillis - baseMillis;
    }

    /** The sequence of batches of one producer in one partition. */
    Lane lane() {
        return new Lane(partition, producerId);
    }

    /** A producer's batches in a partition. */
    record Lane(int partition, long producerId) {}
}
