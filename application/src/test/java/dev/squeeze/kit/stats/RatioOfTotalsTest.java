package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioOfTotalsTest {
    @Test
    void allClustersGiveTheExactRatio() {
        assertThat(RatioOfTotals.estimate(new double[] {1, 2}, new double[] {4, 2}, 2))
                .hasValue(ConfidenceInterval.exact(0.5, 2));
    }

    @Test
    void tooFewClustersOrNothingBelowGiveNoInterval() {
        assertThat(RatioOfTotals.estimate(new double[] {1, 2}, new double[] {4, 2}, 9))
                .isEmpty();
        assertThat(RatioOfTotals.estimate(new double[0], new double[0], 9)).isEmpty();
        assertThat(RatioOfTotals.estimate(new double[] {0, 0, 0}, new double[] {0, 0, 0}, 9))
                .isEmpty();
    }

    @Test
    void intervalsHoldTheTruthAboutAsOftenAsTheySay() {
        Random random = new Random(11);
        int clusters = 2_000;
        double[] above = new double[clusters];
        double[] below = new double[clusters];
        double totalAbove = 0;
        double totalBelow = 0;
        for (int i = 0; i < clusters; i++) {
            below[i] = 1 + random.nextInt(20);
            above[i] = below[i] * (0.2 + 0.6 * random.nextDouble());
            totalAbove += above[i];
            totalBelow += below[i];
        }
        double truth = totalAbove / totalBelow;
        int covered = 0;
        int trials = 1_000;
        for (int trial = 0; trial < trials; trial++) {
            double[] y = new double[40];
            double[] x = new double[40];
            for (int i = 0; i < y.length; i++) {
                int at = random.nextInt(clusters);
                y[i] = above[at];
                x[i] = below[at];
            }
            covered += RatioOfTotals.estimate(y, x, clusters).orElseThrow().covers(truth) ? 1 : 0;
        }

        assertThat(covered / (double) trials).isBetween(0.91, 0.98);
    }
}
