package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NonNegativeFitTest {
    @Test
    void whatIsMadeOfKnownCostsIsTakenApartAgain() {
        double[] costs = {3, 0.02, 0, 700};
        Random random = new Random(11);
        double[][] rows = new double[20][];
        double[] seen = new double[20];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {
                random.nextDouble() * 1e3, random.nextDouble() * 1e6, random.nextDouble() * 1e4, random.nextDouble()
            };
            for (int j = 0; j < costs.length; j++) {
                seen[i] += costs[j] * rows[i][j];
            }
        }

        double[] fitted = NonNegativeFit.relative(rows, seen);

        assertThat(fitted[0]).isCloseTo(3, within(0.01));
        assertThat(fitted[1]).isCloseTo(0.02, within(0.0001));
        assertThat(fitted[2]).isCloseTo(0, within(0.01));
        assertThat(fitted[3]).isCloseTo(700, within(7.0));
    }

    @Test
    void aCostIsNeverNegative() {
        // Without the bound, the second coefficient would be -1.
        double[] fitted = NonNegativeFit.relative(new double[][] {{1, 0}, {1, 1}, {2, 1}}, new double[] {2, 1, 3});

        assertThat(fitted[1]).isZero();
        assertThat(fitted[0]).isPositive();
    }

    @Test
    void aColumnOfZerosCostsNothing() {
        assertThat(NonNegativeFit.relative(new double[][] {{2, 0}, {4, 0}}, new double[] {4, 8}))
                .containsExactly(new double[] {2, 0}, within(1e-6));
    }

    @Test
    void whatCannotBeFittedIsRefused() {
        assertThatThrownBy(() -> NonNegativeFit.relative(new double[][] {{1}}, new double[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NonNegativeFit.relative(new double[][] {{1}}, new double[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
