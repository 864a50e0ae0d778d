package dev.squeeze.kit.stats;

import java.util.List;

/**
 * An estimate with its two-sided 95 % confidence interval.
 *
 * @param estimate the point estimate
 * @param low lower end
 * @param high upper end
 * @param n number of independent observations (batches, or rounds)
 * @param exact whether nothing was estimated because the whole population was measured
 */
public record ConfidenceInterval(double estimate, double low, double high, long n, boolean exact) {
    public ConfidenceInterval {
        if (!(low <= estimate && estimate <= high)) {
            throw new IllegalArgumentException("not an interval: " + low + " <= " + estimate + " <= " + high);
        }
        if (n < 1) {
            throw new IllegalArgumentException("an interval needs observations");
        }
    }

    /** A counted value rather than an estimate. */
    public static ConfidenceInterval exact(double value, long n) {
        return new ConfidenceInterval(value, value, value, n, true);
    }

    public static ConfidenceInterval around(double estimate, double halfWidth, long n) {
        return new ConfidenceInterval(estimate, estimate - halfWidth, estimate + halfWidth, n, false);
    }

    /** The sum of estimates with independent errors, which add in quadrature; 0 for an empty list. */
    public static ConfidenceInterval sum(List<ConfidenceInterval> intervals) {
        double estimate = 0;
        double above = 0;
        double below = 0;
        for (ConfidenceInterval interval : intervals) {
            estimate += interval.estimate();
            above = Math.hypot(above, interval.high() - interval.estimate());
            below = Math.hypot(below, interval.estimate() - interval.low());
        }
        return new ConfidenceInterval(
                estimate, estimate - below, estimate + above, Math.max(1, intervals.size()), false);
    }

    /** The larger distance from the estimate to an end, relative to the estimate: 0.015 means plus or minus 1.5 %. */
    public double relativeHalfWidth() {
        double wider = Math.max(high - estimate, estimate - low);
        return wider == 0 ? 0 : wider / Math.abs(estimate);
    }

    public boolean covers(double value) {
        return low <= value && value <= high;
    }

    /** The interval of {@code x + known}. */
    public ConfidenceInterval plus(double known) {
        return new ConfidenceInterval(estimate + known, low + known, high + known, n, exact);
    }

    /** The interval of {@code factor * x}, factor not negative. */
    public ConfidenceInterval times(double factor) {
        return new ConfidenceInterval(estimate * factor, low * factor, high * factor, n, exact);
    }

    /** The interval of {@code -x}. */
    public ConfidenceInterval negated() {
        return new ConfidenceInterval(-estimate, -high, -low, n, exact);
    }

    /** The interval of {@code factor / x} for an x that is positive throughout. */
    public ConfidenceInterval dividing(double factor) {
        if (!(low > 0)) {
            throw new IllegalArgumentException("cannot divide by an interval that reaches zero");
        }
        return new ConfidenceInterval(factor / estimate, factor / high, factor / low, n, exact);
    }
}
