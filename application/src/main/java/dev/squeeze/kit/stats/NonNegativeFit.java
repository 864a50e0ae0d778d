package dev.squeeze.kit.stats;

import java.util.Arrays;

/**
 * Least squares with non-negative coefficients, since costs cannot be negative. Solved by coordinate descent on the
 * normal equations: the problem is convex, and has few columns.
 */
public final class NonNegativeFit {
    private static final int MAX_SWEEPS = 100_000;
    private static final double CONVERGED = 1e-10;

    private NonNegativeFit() {}

    /**
     * Returns coefficients x of at least 0 that minimise the sum of squared RELATIVE errors of rows * x against
     * observed.
     *
     * @param rows one for each observation, all of the same length
     * @param observed above 0
     * @return a coefficient for each column; 0 for a column of zeros
     * @throws IllegalArgumentException if lengths differ, or an observation is not above 0
     */
    public static double[] relative(double[][] rows, double[] observed) {
        if (rows.length != observed.length || rows.length == 0) {
            throw new IllegalArgumentException(rows.length + " rows for " + observed.length + " observations");
        }
        int columns = rows[0].length;
        double[] scale = new double[columns];
        double[][] scaled = new double[rows.length][columns];
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != columns || !(observed[i] > 0)) {
                throw new IllegalArgumentException("observation " + i + " cannot be fitted: " + observed[i]);
            }
            for (int j = 0; j < columns; j++) {
                scaled[i][j] = rows[i][j] / observed[i];
                scale[j] = Math.max(scale[j], Math.abs(scaled[i][j]));
            }
        }
        double[] fitted = descend(scaled, scale);
        for (int j = 0; j < columns; j++) {
            fitted[j] = scale[j] == 0 ? 0 : fitted[j] / scale[j];
        }
        return fitted;
    }

    private static double[] descend(double[][] rows, double[] scale) {
        int columns = scale.length;
        double[] x = new double[columns];
        double[] left = new double[rows.length];
        Arrays.fill(left, 1);
        for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
            double moved = 0;
            for (int j = 0; j < columns; j++) {
                double along = 0;
                double square = 0;
                for (int i = 0; i < rows.length; i++) {
                    double value = scale[j] == 0 ? 0 : rows[i][j] / scale[j];
                    along += value * left[i];
                    square += value * value;
                }
                if (square == 0) {
                    continue;
                }
                double next = Math.max(0, x[j] + along / square);
                double step = next - x[j];
                for (int i = 0; i < rows.length; i++) {
                    left[i] -= step * rows[i][j] / scale[j];
                }
                x[j] = next;
                moved = Math.max(moved, Math.abs(step));
            }
            if (moved < CONVERGED) {
                break;
            }
        }
        return x;
    }
}
