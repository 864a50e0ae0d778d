package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cli.FailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        long refusedRequests) {
    /** What became of everything, for people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "accepted %,d records, acknowledged %,d, failed %,d; refused %,d requests",
                accepted,
                acknowledged,
                failed,
                refusedRequests));
        if (abandoned > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d of the failed were not acknowledged within --drain-timeout; a broker may still have taken some",
                    abandoned));
        }
        return lines;
    }

    /** @throws FailedException where records were not delivered whose senders had been answered with 202 */
    void requireDelivered() {
        if (failedAfterAnswer > 0) {
            throw new FailedException(String.format(
                    Locale.ROOT,
                    "%,d records were answered with 202 and not delivered: their senders do not know; with --ack broker"
                            + " they would",
                    failedAfterAnswer));
        }
    }
}
