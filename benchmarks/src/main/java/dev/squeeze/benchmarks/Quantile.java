package dev.squeeze.benchmarks;

/** Quantiles of figures that are all there, by linear interpolation between the ordered values. */
public final class Quantile {
    private Quantile() {}

    /**
     * The value below which a share of the figures lies.
     *
     * @param ascending at least one
     * @param share from 0 to 1
     */
    public static double of(double[] ascending, double share) {
        double at = share * (ascending.length - 1);
        int below = (int) at;
        int above = Math.min(ascending.length - 1, below + 1);
        return ascending[below] + (at - below) * (ascending[above] - ascending[below]);
    }
}
