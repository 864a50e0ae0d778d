package dev.squeeze.engine.history;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * What observing cost the cluster.
 *
 * @param requests for offsets, batches and metadata
 * @param sentBytes of them
 * @param receivedBytes of the answers
 * @param adminRequests about settings and groups, through Kafka's admin client; their bytes are not counted
 * @param batchBytes of the batches among what was received
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

    /** What came since an earlier reading of the same counters. */
    public ReadingLoad since(ReadingLoad earlier) {
        return new ReadingLoad(
                requests - earlier.requests,
                sentBytes - earlier.sentBytes,
                receivedBytes - earlier.receivedBytes,
                adminRequests - earlier.adminRequests,
                batchBytes - earlier.batchBytes);
    }
}
