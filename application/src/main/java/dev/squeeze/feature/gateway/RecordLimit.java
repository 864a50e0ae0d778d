package dev.squeeze.feature.gateway;

import java.util.Map;

/**
 * The largest record that Kafka's producer accepts with its settings. Checked before a record is accepted: if the
 * producer refused it later, it would be lost although its client had received a 202.
 *
 * @param bytes maximum bytes of a record, including the overhead of a batch
 * @param property producer property that sets the limit
 */
record RecordLimit(long bytes, String property) {
    private static final String REQUEST = "max.request.size";
    private static final String BUFFER = "buffer.memory";
    private static final long DEFAULT_REQUEST_BYTES = 1 << 20;
    private static final long DEFAULT_BUFFER_BYTES = 32L << 20;
    /** A batch's header has 61 bytes and a record's own fields at most 21, as in Kafka's estimate before sending. */
    private static final int RECORD_OVERHEAD_BYTES = 61 + 21;
    /** Two length fields of at most five bytes each. */
    private static final int HEADER_OVERHEAD_BYTES = 10;

    static RecordLimit of(Map<String, String> producerProperties) {
        long request = Long.parseLong(producerProperties.getOrDefault(REQUEST, String.valueOf(DEFAULT_REQUEST_BYTES)));
        long buffer = Long.parseLong(producerProperties.getOrDefault(BUFFER, String.valueOf(DEFAULT_BUFFER_BYTES)));
        return request <= buffer ? new RecordLimit(request, REQUEST) : new RecordLimit(buffer, BUFFER);
    }

    /**
     * Checks the longest record; the others have the same key and headers.
     *
     * @throws RefusedException if the producer would refuse the record
     */
    void require(RequestRecords records, LineCount count) {
        long size = RECORD_OVERHEAD_BYTES
                + records.key().map(key -> key.length).orElse(0)
                + count.longestBytes()
                + records.headerBytes()
                + (long) HEADER_OVERHEAD_BYTES * records.headers().size();
        if (size > bytes) {
            throw new RefusedException(
                    Refusal.TOO_LARGE,
                    "a record takes " + size + " bytes, but this gateway's producer sends " + bytes + " at most ("
                            + property + ")");
        }
    }
}
