package dev.squeeze.kit.stats;

/**
 * The linear trend of a series, to determine whether it grows. Since neighbouring readings are correlated, the series
 * is first divided into blocks whose means are treated as independent (batch means, as in simulation analysis: Law and
 * Kelton).
 *
 * @param perSecond growth per second, with its 95 % interval
 */
public record Slope(ConfidenceInterval perSecond) {
    private static final int BLOCKS = 10;
    /** With fewer readings, blocks would have fewer than two. */
    public static final int MIN_READINGS = 2 * BLOCKS;

    /**
     * @param seconds when each reading was taken, ascending
     * @param values the readings, of the same number
     * @throws IllegalArgumentException if there are fewer than twenty readings
     */
    public static Slope of(double[] seconds, double[] values) {
        int n = seconds.length;
        if (n != values.length || n < MIN_READINGS) {
            throw new IllegalArgumentException("a slope needs at least " + MIN_READINGS + " readings, got " + n);
        }
        double[] x = blockMeans(seconds);
        double[] y = blockMeans(values);
        double meanX = mean(x);
        double meanY = mean(y);
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < BLOCKS; i++) {
            sxx += (x[i] - meanX) * (x[i] - meanX);
            sxy += (x[i] - meanX) * (y[i] - meanY);
        }
        double slope = sxx == 0 ? 0 : sxy / sxx;
        double squares = 0;
        for (int i = 0; i < BLOCKS; i++) {
            double residual = y[i] - meanY - slope * (x[i] - meanX);
            squares += residual * residual;
        }
        double error = sxx == 0 ? 0 : Math.sqrt(squares / (BLOCKS - 2) / sxx);
        return new Slope(ConfidenceInterval.around(slope, StudentT.twoSided95(BLOCKS - 2) * error, BLOCKS));
    }

    private static double[] blockMeans(double[] values) {
        double[] means = new double[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            int from = block * values.length / BLOCKS;
            int until = (block + 1) * values.length / BLOCKS;
            double sum = 0;
            for (int i = from; i < until; i++) {
                sum += values[i];
            }
            means[block] = sum / (until - from);
        }
        return means;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Whether growth is significant and above a rate that would matter. */
    public boolean growsBeyond(double tolerancePerSecond) {
        return perSecond.low() > 0 && perSecond.estimate() > tolerancePerSecond;
    }
}
