package dev.squeeze.kit.stats;

/**
 * Finds where the warm-up of a series ends. Uses the marginal standard error rule (White 1997, "MSER"): removes the
 * number of leading readings that minimises the standard error of the rest. With few readings that error is subject to
 * chance, so they are removed only if their mean also differs significantly from that of the rest.
 */
public final class InitialTransient {
    /**
     * With a handful of possible cuts, readings are removed from 3 out of 100 steady series (simulated, 6 to 12
     * readings).
     */
    private static final double CONFIDENCE = 0.99;

    private InitialTransient() {}

    /**
     * The number of leading readings to remove, at most half of them.
     *
     * @param readings in their order
     * @param minKept minimum number of readings to keep
     */
    public static int length(double[] readings, int minKept) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        int most = Math.min(readings.length / 2, readings.length - minKept);
        for (int cut = 0; cut <= most; cut++) {
            double error = squaredError(readings, cut);
            if (error < least) {
                least = error;
                best = cut;
            }
        }
        return best > 0 && differs(readings, best) ? best : 0;
    }

    /** Student's t-test with the variance of the rest only, since readings during warm-up vary by themselves. */
    private static boolean differs(double[] readings, int cut) {
        int n = readings.length;
        double rest = mean(readings, cut, n);
        int degrees = Math.max(1, n - cut - 1);
        double variance = squares(readings, cut, n, rest) / degrees;
        double error = Math.sqrt(variance * (1.0 / cut + 1.0 / (n - cut)));
        return Math.abs(mean(readings, 0, cut) - rest) > StudentT.twoSided(degrees, CONFIDENCE) * error;
    }

    private static double squaredError(double[] readings, int from) {
        int n = readings.length - from;
        return squares(readings, from, readings.length, mean(readings, from, readings.length)) / ((double) n * n);
    }

    private static double mean(double[] readings, int from, int until) {
        double sum = 0;
        for (int i = from; i < until; i++) {
            sum += readings[i];
        }
        return sum / (until - from);
    }

    private static double squares(double[] readings, int from, int until, double mean) {
        double squares = 0;
        for (int i = from; i < until; i++) {
            squares += (readings[i] - mean) * (readings[i] - mean);
        }
        return squares;
    }
}
