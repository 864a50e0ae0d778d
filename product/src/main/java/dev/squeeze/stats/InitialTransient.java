package dev.squeeze.stats;

/**
 * Where a series stops warming up. The marginal standard error rule (White 1997, "MSER"): leave out as many leading
 * readings as make the standard error of the rest smallest. A reading that is unlike all later ones costs more in spread
 * than it brings in number; one that is like them is kept.
 */
public final class InitialTransient {
    private InitialTransient() {}

    /**
     * How many leading readings to leave out, at most half of them.
     *
     * @param readings in their order
     * @param leastKept how many must stay in any case
     */
    public static int length(double[] readings, int leastKept) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        int most = Math.min(readings.length / 2, readings.length - leastKept);
        for (int cut = 0; cut <= most; cut++) {
            double error = squaredError(readings, cut);
            if (error < least) {
                least = error;
                best = cut;
            }
        }
        return best;
    }

    private static double squaredError(double[] readings, int from) {
        int n = readings.length - from;
        double sum = 0;
        for (int i = from; i < readings.length; i++) {
            sum += readings[i];
        }
        double squares = 0;
        for (int i = from; i < readings.length; i++) {
            squares += (readings[i] - sum / n) * (readings[i] - sum / n);
        }
        return squares / ((double) n * n);
    }
}
