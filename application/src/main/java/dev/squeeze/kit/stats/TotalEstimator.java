package dev.squeeze.kit.stats;

/**
 * Estimates a total over a finite population of batches from a random sample of them, using two figures that are known
 * for the whole population: each batch's uncompressed bytes, and a control, which is its size under a cheap compressor.
 * The sampled batches show how the wanted figure depends on the two (weighted least squares); the population totals
 * then extend that to all batches. Only the residual is left to chance, and it is far smaller than the variation
 * between batches.
 *
 * <p>The sample is drawn without replacement with probabilities proportional to a batch's uncompressed bytes, so that a
 * few oversized batches cannot be missed (the first n in the order of uniform random / bytes: priority sampling;
 * Duffield, Lund, Thorup 2007). For batches of equal size this is a simple random sample. Estimator and variance are
 * those of generalised regression (Särndal, Swensson, Wretman 1992, chapter 6; chapter 9 if the control itself is based
 * on only part of the population), with leverage-corrected residuals (HC3) because samples are small.
 */
public final class TotalEstimator {
    private static final double COLLINEAR = 1e-9;
    private static final int MIN_FOR_BOTH = 6;
    private static final double MIN_UNLEVERED = 0.05;

    /**
     * Uncertainty, as a share of the total, due to batches so rare that none was drawn, such as the short last one.
     * Decreases as the share of sampled batches grows.
     */
    private static final double RARE_BATCHES = 0.002;

    /**
     * What is known about the whole population.
     *
     * @param batches number of batches
     * @param uncompressedBytes their uncompressed bytes
     * @param controlBytes their bytes under the control compressor; may itself be an estimate
     * @param controlBytesVariance variance of that figure; 0 if every batch was measured
     */
    public record Population(
            long batches, double uncompressedBytes, double controlBytes, double controlBytesVariance) {}

    private TotalEstimator() {}

    /**
     * Estimates the total of {@code wanted} over the population.
     *
     * @param wanted the figure, for each sampled batch
     * @param uncompressed uncompressed bytes, for each sampled batch, positive
     * @param control control bytes, for each sampled batch, positive
     * @param n number of entries of the arrays to use
     * @return the total with its interval; exact if the sample is the population
     * @throws IllegalArgumentException if fewer than 3 batches of a larger population are given
     */
    public static ConfidenceInterval estimate(
            double[] wanted, double[] uncompressed, double[] control, int n, Population population) {
        if (n >= population.batches()) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += wanted[i];
            }
            return ConfidenceInterval.exact(sum, n);
        }
        if (n < 3) {
            throw new IllegalArgumentException("too few batches for an interval: " + n);
        }
        double[] chance = inclusionProbabilities(uncompressed, n, population.uncompressedBytes());
        Fit fit = n < MIN_FOR_BOTH
                ? Fit.onControlAlone(wanted, control, chance, n)
                : Fit.onBoth(wanted, uncompressed, control, chance, n);
        double total = fit.total(wanted, uncompressed, control, chance, n, population);
        if (!(total > 0)) {
            // Batches may be so dissimilar that the plane fitted to a few of them yields a negative total; the plain
            // ratio cannot.
            fit = Fit.onControlAlone(wanted, control, chance, n);
            total = fit.total(wanted, uncompressed, control, chance, n, population);
        }
        double variance = fit.perControl * fit.perControl * population.controlBytesVariance();
        int uncertain = 0;
        for (int i = 0; i < n; i++) {
            double residual = wanted[i] - fit.perUncompressed * uncompressed[i] - fit.perControl * control[i];
            double leverage = fit.leverage(uncompressed[i], control[i], chance[i]);
            double expanded = residual / Math.max(1 - leverage, MIN_UNLEVERED) / chance[i];
            variance += (1 - chance[i]) * expanded * expanded;
            uncertain += chance[i] < 1 ? 1 : 0;
        }
        double seen = StudentT.twoSided95(Math.max(1, uncertain - fit.parameters)) * Math.sqrt(variance);
        double unseen = RARE_BATCHES * total * Math.sqrt(1 - (double) n / population.batches());
        double halfWidth = Math.hypot(seen, unseen);
        return ConfidenceInterval.around(total, Math.min(halfWidth, Math.abs(total) * 0.999), n);
    }

    /**
     * The probability with which each sampled batch is in the sample: proportional to its bytes, or 1 for batches so
     * large that this would exceed 1. The latter represent only themselves; the others represent the rest of the
     * population.
     */
    private static double[] inclusionProbabilities(double[] uncompressed, int n, double populationBytes) {
        double[] chance = new double[n];
        boolean[] certain = new boolean[n];
        double restBytes = populationBytes;
        int rest = n;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < n; i++) {
                if (!certain[i] && rest * uncompressed[i] >= restBytes) {
                    certain[i] = true;
                    restBytes -= uncompressed[i];
                    rest--;
                    changed = true;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            chance[i] = certain[i] ? 1 : rest * uncompressed[i] / restBytes;
        }
        return chance;
    }

    private static final class Fit {
        final double perUncompressed;
        final double perControl;
        final int parameters;
        // Inverse of X'WX, for the leverages.
        private final double inverseUU;
        private final double inverseUC;
        private final double inverseCC;

        private Fit(double perUncompressed, double perControl, int parameters, double uu, double uc, double cc) {
            this.perUncompressed = perUncompressed;
            this.perControl = perControl;
            this.parameters = parameters;
            this.inverseUU = uu;
            this.inverseUC = uc;
            this.inverseCC = cc;
        }

        double total(
                double[] wanted,
                double[] uncompressed,
                double[] control,
                double[] chance,
                int n,
                Population population) {
            double total = perUncompressed * population.uncompressedBytes() + perControl * population.controlBytes();
            for (int i = 0; i < n; i++) {
                total += (wanted[i] - perUncompressed * uncompressed[i] - perControl * control[i]) / chance[i];
            }
            return total;
        }

        double leverage(double uncompressed, double control, double chance) {
            double quadratic = inverseUU * uncompressed * uncompressed
                    + 2 * inverseUC * uncompressed * control
                    + inverseCC * control * control;
            return quadratic / ((perUncompressed == 0 && parameters == 1 ? control : uncompressed) * chance);
        }

        /** The ratio of the two totals. With weights 1/control, the result is always positive. */
        static Fit onControlAlone(double[] wanted, double[] control, double[] chance, int n) {
            double controls = 0;
            double wanteds = 0;
            for (int i = 0; i < n; i++) {
                controls += control[i] / chance[i];
                wanteds += wanted[i] / chance[i];
            }
            return new Fit(0, wanteds / controls, 1, 0, 0, 1 / controls);
        }

        static Fit onBoth(double[] wanted, double[] uncompressed, double[] control, double[] chance, int n) {
            double uu = 0;
            double uc = 0;
            double cc = 0;
            double uy = 0;
            double cy = 0;
            for (int i = 0; i < n; i++) {
                double weight = 1 / (uncompressed[i] * chance[i]);
                uu += weight * uncompressed[i] * uncompressed[i];
                uc += weight * uncompressed[i] * control[i];
                cc += weight * control[i] * control[i];
                uy += weight * uncompressed[i] * wanted[i];
                cy += weight * control[i] * wanted[i];
            }
            double determinant = uu * cc - uc * uc;
            if (determinant < COLLINEAR * uu * cc) {
                return new Fit(uy / uu, 0, 1, 1 / uu, 0, 0);
            }
            double perUncompressed = (cc * uy - uc * cy) / determinant;
            double perControl = (uu * cy - uc * uy) / determinant;
            return new Fit(perUncompressed, perControl, 2, cc / determinant, -uc / determinant, uu / determinant);
        }
    }
}
