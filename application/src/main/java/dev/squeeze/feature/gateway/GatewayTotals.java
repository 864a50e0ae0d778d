package dev.squeeze.feature.gateway;

/**
 * What a gateway did since its start.
 *
 * @param accepted records that went into the queue
 * @param acceptedBytes of their keys and values
 * @param acknowledged of these, records that the broker has taken
 * @param acknowledgedBytes of their keys and values
 * @param failed of the accepted, records that will not be delivered
 * @param failedAfterAnswer of these, records whose client had got a 202
 * @param abandoned of the failed, records that were given up because the time to shut down was over
 * @param refusedRequests requests of which nothing was taken
 */
public record GatewayTotals(
        long accepted,
        long acceptedBytes,
        long acknowledged,
        long acknowledgedBytes,
        long failed,
        long failedAfterAnswer,
        long abandoned,
        long refusedRequests) {}
