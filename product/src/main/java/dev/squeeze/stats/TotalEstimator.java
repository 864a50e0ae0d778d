package dev.squeeze.stats;

/**
 * Estimates a total over a finite population of batches from a simple random sample of them, with the help of two
 * figures that are known for the whole population: each batch's uncompressed bytes and a control, the bytes that a cheap
 * compressor makes of it. The sampled batches tell how the wanted figure follows from the two (weighted least squares,
 * weights 1/uncompressed bytes); the population totals then carry that over to all batches. What is left to chance is
 * the residual, which is far smaller than the spread between batches. This is the generalised regression estimator of
 * survey sampling (Särndal, Swensson, Wretman 1992, chapter 6) with the two-phase variance of its chapter 9 where the
 * control itself was taken from a part of the population only, and with leverage-corrected residuals (HC3), because the
 * samples are small.
 */
public final class TotalEstimator {
    private static final double COLLINEAR = 1e-9;

    /**
     * What is known about the whole population.
     *
     * @param batches number of batches
     * @param uncompressedBytes their uncompressed bytes
     * @param controlBytes their bytes under the control compressor, perhaps itself estimated
     * @param controlBytesVariance variance of that figure, 0 where every batch was seen
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
     * @param n how many entries of the arrays count
     * @return the total with its interval; exact where the sample is the population
     * @throws IllegalArgumentException where fewer than 3 batches of a larger population are given
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
        Fit fit = n < 6
                ? Fit.onControlAlone(wanted, uncompressed, control, n)
                : Fit.onBoth(wanted, uncompressed, control, n);
        double total =
                fit.perUncompressed * population.uncompressedBytes() + fit.perControl * population.controlBytes();
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double residual = wanted[i] - fit.perUncompressed * uncompressed[i] - fit.perControl * control[i];
            double corrected = residual / Math.max(1 - fit.leverage(uncompressed[i], control[i]), 0.05);
            squares += corrected * corrected;
        }
        double fraction = (double) n / population.batches();
        double size = population.batches();
        double variance = size * size * (1 - fraction) / n * (squares / n)
                + fit.perControl * fit.perControl * population.controlBytesVariance();
        double halfWidth = StudentT.twoSided95(Math.max(1, n - fit.parameters)) * Math.sqrt(variance);
        return ConfidenceInterval.around(total, Math.min(halfWidth, total * 0.999), n);
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

        double leverage(double uncompressed, double control) {
            double quadratic = inverseUU * uncompressed * uncompressed
                    + 2 * inverseUC * uncompressed * control
                    + inverseCC * control * control;
            return quadratic / uncompressed;
        }

        static Fit onControlAlone(double[] wanted, double[] uncompressed, double[] control, int n) {
            double cc = 0;
            double cy = 0;
            for (int i = 0; i < n; i++) {
                cc += control[i] * control[i] / uncompressed[i];
                cy += control[i] * wanted[i] / uncompressed[i];
            }
            return new Fit(0, cy / cc, 1, 0, 0, 1 / cc);
        }

        static Fit onBoth(double[] wanted, double[] uncompressed, double[] control, int n) {
            double uu = 0;
            double uc = 0;
            double cc = 0;
            double uy = 0;
            double cy = 0;
            for (int i = 0; i < n; i++) {
                uu += uncompressed[i];
                uc += control[i];
                cc += control[i] * control[i] / uncompressed[i];
                uy += wanted[i];
                cy += control[i] * wanted[i] / uncompressed[i];
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
