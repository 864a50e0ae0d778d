package dev.squeeze.kit.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * By how much the level of a series moved at a known moment: an interrupted time series (segmented regression; Wagner and others
 * 2002) of block means on a constant, a trend, a covariate and the step. The trend is taken from both sides, so that a drift that
 * goes on is no step; blocks that depend on one another widen the interval (autocorrelation of the first order).
 *
 * @param step after less before, with its interval
 * @param trend whether a trend was allowed for
 */
public record LevelShift(ConfidenceInterval step, boolean trend) {
    /** Fewer blocks before the moment show no trend that could be distinguished from chance. */
    private static final int MIN_BLOCKS_FOR_TREND = 5;

    /** Fewer show no difference between the days of a week. */
    private static final int MIN_BLOCKS_FOR_COVARIATE = 7;

    private static final double MAX_CORRELATION = 0.6;
    private static final double SINGULAR = 1e-9;

    /**
     * @param levels means of blocks of the same length that follow one another
     * @param covariate of each, such as its share of weekend
     * @param firstAfter the first block after the moment, at least 2, less than there are blocks
     * @param confidence of the interval, such as 0.95
     * @return empty where the blocks are too few for an interval
     */
    public static Optional<LevelShift> of(double[] levels, double[] covariate, int firstAfter, double confidence) {
        int n = levels.length;
        if (covariate.length != n || firstAfter < 2 || firstAfter >= n) {
            throw new IllegalArgumentException(n + " blocks of which those from " + firstAfter + " on are after");
        }
        boolean trend = firstAfter >= MIN_BLOCKS_FOR_TREND;
        boolean varies = firstAfter >= MIN_BLOCKS_FOR_COVARIATE && varies(Arrays.copyOf(covariate, firstAfter));
        double[][] columns = columns(n, firstAfter, trend, varies ? Optional.of(covariate) : Optional.empty());
        int degrees = n - columns.length;
        if (degrees < 1) {
            return Optional.empty();
        }
        Optional<double[][]> inverse = inverse(products(columns));
        if (inverse.isEmpty()) {
            return Optional.empty();
        }
        double[] fit = times(inverse.get(), columns, levels);
        double[] residuals = residuals(columns, fit, levels);
        double variance = Arrays.stream(residuals).map(value -> value * value).sum() / degrees;
        double correlation = correlation(residuals, columns.length);
        double error = Math.sqrt(variance * inverse.get()[1][1] * (1 + correlation) / (1 - correlation));
        double half = StudentT.twoSided(degrees, confidence) * error;
        return Optional.of(new LevelShift(ConfidenceInterval.around(fit[1], half, n), trend));
    }

    /** A constant, the step, and what else there is; trend and covariate around zero. */
    private static double[][] columns(int n, int firstAfter, boolean trend, Optional<double[]> covariate) {
        double[][] columns = new double[2 + (trend ? 1 : 0) + (covariate.isPresent() ? 1 : 0)][n];
        for (int i = 0; i < n; i++) {
            columns[0][i] = 1;
            columns[1][i] = i >= firstAfter ? 1 : 0;
            if (trend) {
                columns[2][i] = (double) (i - firstAfter) / n;
            }
            if (covariate.isPresent()) {
                columns[columns.length - 1][i] = covariate.get()[i];
            }
        }
        return columns;
    }

    private static boolean varies(double[] values) {
        double least = Arrays.stream(values).min().orElse(0);
        double most = Arrays.stream(values).max().orElse(0);
        return most - least > SINGULAR;
    }

    private static double[][] products(double[][] columns) {
        int p = columns.length;
        double[][] products = new double[p][p];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                products[i][j] = product(columns[i], columns[j]);
            }
        }
        return products;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] times(double[][] inverse, double[][] columns, double[] levels) {
        double[] fit = new double[columns.length];
        for (int i = 0; i < fit.length; i++) {
            for (int j = 0; j < fit.length; j++) {
                fit[i] += inverse[i][j] * product(columns[j], levels);
            }
        }
        return fit;
    }

    private static double[] residuals(double[][] columns, double[] fit, double[] levels) {
        double[] residuals = levels.clone();
        for (int i = 0; i < residuals.length; i++) {
            for (int j = 0; j < fit.length; j++) {
                residuals[i] -= fit[j] * columns[j][i];
            }
        }
        return residuals;
    }

    /** With the bias of few blocks and of what was fitted taken out (as Kendall 1954 does for a mean); 0 to a maximum. */
    private static double correlation(double[] residuals, int fitted) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < residuals.length; i++) {
            squares += residuals[i] * residuals[i];
            products += i == 0 ? 0 : residuals[i] * residuals[i - 1];
        }
        if (squares == 0) {
            return 0;
        }
        double raw = products / squares;
        double corrected = raw + (fitted - 1 + 3 * raw) / residuals.length;
        return Math.max(0, Math.min(MAX_CORRELATION, corrected));
    }

    /** By elimination with pivots (Gauss and Jordan); empty where the columns depend on one another. */
    private static Optional<double[][]> inverse(double[][] matrix) {
        int p = matrix.length;
        double[][] work = new double[p][2 * p];
        for (int i = 0; i < p; i++) {
            System.arraycopy(matrix[i], 0, work[i], 0, p);
            work[i][p + i] = 1;
        }
        for (int column = 0; column < p; column++) {
            int pivot = column;
            for (int row = column + 1; row < p; row++) {
                pivot = Math.abs(work[row][column]) > Math.abs(work[pivot][column]) ? row : pivot;
            }
            if (Math.abs(work[pivot][column]) < SINGULAR) {
                return Optional.empty();
            }
            double[] swapped = work[pivot];
            work[pivot] = work[column];
            work[column] = swapped;
            eliminate(work, column);
        }
        double[][] inverse = new double[p][];
        for (int i = 0; i < p; i++) {
            inverse[i] = Arrays.copyOfRange(work[i], p, 2 * p);
        }
        return Optional.of(inverse);
    }

    private static void eliminate(double[][] work, int column) {
        double divisor = work[column][column];
        for (int j = 0; j < work[column].length; j++) {
            work[column][j] /= divisor;
        }
        for (int row = 0; row < work.length; row++) {
            double factor = row == column ? 0 : work[row][column];
            for (int j = 0; j < work[row].length; j++) {
                work[row][j] -= factor * work[column][j];
            }
        }
    }
}
