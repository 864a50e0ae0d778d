package dev.squeeze.kit.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * How much the level of a series changed at a known time: an interrupted time series (segmented regression; Wagner and
 * others 2002) of block means on a constant, a trend, a covariate and the step. The trend is fitted to both sides, so
 * that a continuing drift does not count as a step. First-order autocorrelation of the blocks widens the interval.
 *
 * @param step level after minus level before, with its interval
 * @param trend whether the model included a trend
 */
public record LevelShift(ConfidenceInterval step, boolean trend) {
    /** With fewer blocks before the change, a trend cannot be distinguished from chance. */
    private static final int MIN_BLOCKS_FOR_TREND = 5;

    /** With fewer blocks, differences between days of the week cannot be detected. */
    private static final int MIN_BLOCKS_FOR_COVARIATE = 7;

    private static final double MAX_CORRELATION = 0.6;
    private static final double SINGULAR = 1e-9;

    /**
     * @param levels means of consecutive blocks of equal length
     * @param covariate of each block, such as the share of weekend in it
     * @param firstAfter index of the first block after the change; at least 2 and less than the number of blocks
     * @param confidence of the interval, such as 0.95
     * @return empty if there are too few blocks for an interval
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

    /** A constant, the step and, if used, the trend, centred on the step, and the covariate. */
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

    /**
     * First-order autocorrelation, from 0 to a maximum, corrected for the bias caused by few blocks and by the fitted
     * parameters (as Kendall 1954 does for a mean).
     */
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

    /** Gauss-Jordan elimination with pivoting; empty if the columns are linearly dependent. */
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
