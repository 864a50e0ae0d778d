package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.function.Function;

/**
 * Savings per month of the best settings over today's; negative if they cost more. The intervals include the
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
     * The sum over several topics. Their errors are treated as independent, so the squares of the half widths are
     * added.
     */
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
     * The same savings if the rate, to which they are proportional, may be off by a factor either way. This does not
     * affect whether there is a saving at all.
     */
    public Savings atRateWithin(double factor) {
        return new Savings(
                RateUncertainty.within(money, factor),
                RateUncertainty.within(wireGigabytes, factor),
                RateUncertainty.within(diskGigabytes, factor),
                RateUncertainty.within(cores, factor));
    }
}
