package dev.squeeze.benchmarks;

/** Quantiles of a complete list of figures, by linear interpolation between the ordered values. */
public final class Quantile {
    private Quantile() {}

    /**
     * Returns the value below which a given share of the figures lies.
     *
     * @param ascending at least one figure
     * @param share from 0 to 1
     */
    public static double of(double[] ascending, double share) {
        double at = share * (ascending.length - 1);
        int below = (int) at;
        int above = Math.min(ascending.length - 1, below + 1);
        return ascending[below] + (at - below) * (ascending[above] - ascending[below]);
    }
}
