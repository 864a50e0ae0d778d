package dev.squeeze.feature.gateway;

/**
 * Memory that records take while they wait. The value of a small record is only a small part of it, so a queue that was
 * only bounded by body bytes would take many times its bound.
 *
 * <p>The sizes are those of HotSpot's objects with compressed references (heaps below 32 GiB), aligned to 8 bytes:
 * object headers of 12 bytes, array headers of 16, references of 4.
 */
final class QueueCost {
    /**
     * Kafka's {@code ProducerRecord} with its six references (40), its {@code RecordHeaders} (24) with an {@code
     * ArrayList} (24), the value's array without its bytes (16, and 4 on average for alignment), the reference to the
     * record and, at most, its timestamp (4 + 24).
     */
    static final int RECORD_BYTES = 40 + 24 + 24 + 16 + 4 + 4 + 24;

    /**
     * With the first header the {@code ArrayList} gets room for ten; each copy of the list has a reference to every
     * header.
     */
    private static final int FIRST_HEADER_BYTES = 16 + 10 * 4;

    private static final int HEADER_BYTES = 6;

    /** Memory per request: its list, counters and key, and the data for its response. */
    static final int REQUEST_BYTES = 256;

    private QueueCost() {}

    /**
     * Memory of the records of one request.
     *
     * @param headers number of headers of each record
     * @param sharedBytes bytes that the records share, such as their key
     */
    static long of(LineCount count, int headers, long sharedBytes) {
        long perRecord = RECORD_BYTES + (headers == 0 ? 0 : FIRST_HEADER_BYTES + (long) HEADER_BYTES * headers);
        return REQUEST_BYTES + sharedBytes + count.records() * perRecord + count.valueBytes();
    }
}
