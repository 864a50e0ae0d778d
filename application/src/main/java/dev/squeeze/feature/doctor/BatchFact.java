package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.BatchHeader;

/**
 * A batch of data that was fetched, without its contents.
 *
 * @param stretch number of its stretch
 * @param baseOffset its first offset, by which it is found again
 * @param producerId as in the header, -1 where the producer was not idempotent
 * @param storedBytes compressed, header included
 * @param uncompressedBytes with its header
 * @param thinned whether compaction has taken records out of it
 * @param keys records with a key
 * @param baseMillis timestamp of the first record; that of the append where the broker sets them
 * @param maxMillis largest timestamp
 * @param createTime whether timestamps are the producer's own, and set
 * @param marks what its values begin with
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
    /** The id of a codec in the header of a batch that is not compressed. */
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

    /** How long its records gathered. */
    long gatherMillis() {
        return maxMillis - baseMillis;
    }

    /** Where one producer fills one batch after another. */
    Lane lane() {
        return new Lane(partition, producerId);
    }

    /** A producer's batches in a partition. */
    record Lane(int partition, long producerId) {}
}
