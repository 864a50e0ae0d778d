package dev.squeeze.engine.history;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Load on the cluster caused by observing it.
 *
 * @param requests requests for offsets, batches and metadata
 * @param sentBytes size of these requests
 * @param receivedBytes size of the responses
 * @param adminRequests requests for settings and groups through Kafka's admin client; their bytes are not counted
 * @param batchBytes size of the batches in the responses
 */
public record ReadingLoad(
        long requests,
        long sentBytes,
        long receivedBytes,
        @JsonAlias("questions") long adminRequests,
        long batchBytes) {
    public static final ReadingLoad NONE = new ReadingLoad(0, 0, 0, 0, 0);

    public ReadingLoad plus(ReadingLoad other) {
        return new ReadingLoad(
                requests + other.requests,
                sentBytes + other.sentBytes,
                receivedBytes + other.receivedBytes,
                adminRequests + other.adminRequests,
                batchBytes + other.batchBytes);
    }

    /** The increase since an earlier reading of the same counters. */
    public ReadingLoad since(ReadingLoad earlier) {
        return new ReadingLoad(
                requests - earlier.requests,
                sentBytes - earlier.sentBytes,
                receivedBytes - earlier.receivedBytes,
                adminRequests - earlier.adminRequests,
                batchBytes - earlier.batchBytes);
    }
}
