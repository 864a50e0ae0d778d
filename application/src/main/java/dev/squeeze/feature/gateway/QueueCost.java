package dev.squeeze.feature.gateway;

/**
 * What records cost in memory while they wait. Of a record of a few bytes its value is the smallest part, so that a queue
 * bounded by the bytes of bodies alone would hold many times its bound.
 *
 * <p>The sizes are those of HotSpot's objects with compressed references, in steps of 8 bytes, as long as a heap is smaller
 * than 32 GiB: headers of 12 bytes, of arrays 16, references of 4.
 */
final class QueueCost {
    /**
     * Kafka's {@code ProducerRecord} with its six references (40), its {@code RecordHeaders} (24) with an {@code ArrayList}
     * (24), the value's array less its bytes (16, and 4 on average to the next step), the reference to the record and its
     * timestamp at most (4 + 24).
     */
    static final int RECORD_BYTES = 40 + 24 + 24 + 16 + 4 + 4 + 24;

    /** The first header makes room for ten in the {@code ArrayList}; each copy of the list has a reference to it. */
    private static final int FIRST_HEADER_BYTES = 16 + 10 * 4;

    private static final int HEADER_BYTES = 6;

    /** What is there once for a request: its list, counters and key, and what its answer needs. */
    static final int REQUEST_BYTES = 256;

    private QueueCost() {}

    /**
     * Of the records of one request.
     *
     * @param headers that each record has
     * @param sharedBytes of what the records share, such as their key
     */
    static long of(LineCount count, int headers, long sharedBytes) {
        long perRecord = RECORD_BYTES + (headers == 0 ? 0 : FIRST_HEADER_BYTES + (long) HEADER_BYTES * headers);
        return REQUEST_BYTES + sharedBytes + count.records() * perRecord + count.valueBytes();
    }
}
