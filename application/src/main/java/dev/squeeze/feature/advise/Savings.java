package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.function.Function;

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

    /** Of several topics; their errors are taken as independent, so they add in squares. */
    public static Savings sum(List<Savings> savings) {
        return new Savings(
                sum(savings, Savings::money),
                sum(savings, Savings::wireGigabytes),
                sum(savings, Savings::diskGigabytes),
                sum(savings, Savings::cores));
    }

    private static ConfidenceInterval sum(List<Savings> savings, Function<Savings, ConfidenceInterval> amount) {
        return ConfidenceInterval.sum(savings.stream().map(amount).toList());
    }

    /**
     * The same where the rate may be off by a factor either way; all savings go with it. Whether there is a saving at all does
     * not depend on it.
     */
    public Savings atRateWithin(double factor) {
        return new Savings(
                RateUncertainty.within(money, factor),
                RateUncertainty.within(wireGigabytes, factor),
                RateUncertainty.within(diskGigabytes, factor),
                RateUncertainty.within(cores, factor));
    }
}
