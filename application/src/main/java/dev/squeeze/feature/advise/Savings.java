package dev.squeeze.feature.advise;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * Savings per month of the best settings over today's; negative where they cost more. The intervals include the
 * uncertainty of the ratios, of the batch fill, of the speeds and of the rate, and the drift within the source.
 *
 * @param money in the currency of the price list
 * @param wireGigabytes decimal gigabytes from producers to brokers
 * @param diskGigabytes decimal gigabytes on all replicas once the retention has passed
 * @param cores busy cores of all roles
 */
public record Savings(
        ConfidenceInterval money,
        ConfidenceInterval wireGigabytes,
        ConfidenceInterval diskGigabytes,
        ConfidenceInterval cores) {

    /**
     * The same where the rate may be off by a factor either way; all savings go with it. Whether there is a saving at all does
     * not depend on it.
     */
    public Savings atRateWithin(double factor) {
        return new Savings(
                within(money, factor),
                within(wireGigabytes, factor),
                within(diskGigabytes, factor),
                within(cores, factor));
    }

    private static ConfidenceInterval within(ConfidenceInterval known, double factor) {
        return factor == 1
                ? known
                : new ConfidenceInterval(
                        known.estimate(),
                        Math.min(known.low() * factor, known.low() / factor),
                        Math.max(known.high() * factor, known.high() / factor),
                        known.n(),
                        false);
    }
}
