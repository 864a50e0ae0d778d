package dev.squeeze.feature.advise;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * Savings per month of the best settings over today's; negative where they cost more. The intervals include the
 * uncertainty of the ratios, of the batch fill, of the speeds, and the drift within the source.
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
        ConfidenceInterval cores) {}
