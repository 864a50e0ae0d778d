package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cli.FailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Totals of a gateway since its start.
 *
 * @param accepted records that went into the queue
 * @param acceptedBytes of their keys and values
 * @param acknowledged of the accepted, records that the broker acknowledged
 * @param acknowledgedBytes of their keys and values
 * @param failed of the accepted, records that will not be delivered
 * @param failedAfterAnswer of the failed, records whose client had already received a 202
 * @param abandoned of the failed, records that were given up because the drain timeout was over
 * @param refusedRequests requests that were refused as a whole
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
    /** The totals as lines for the user. */
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
                    "%,d of the failed were not acknowledged within --drain-timeout; a broker may still have accepted"
                            + " some",
                    abandoned));
        }
        return lines;
    }

    /** @throws FailedException if records were not delivered that had been answered with 202 */
    void requireDelivered() {
        if (failedAfterAnswer > 0) {
            throw new FailedException(String.format(
                    Locale.ROOT,
                    "%,d records were answered with 202 but not delivered, and their senders do not know; with --ack"
                            + " broker they would",
                    failedAfterAnswer));
        }
    }
}
