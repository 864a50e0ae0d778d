package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals, their arithmetic, and the two factors they are based on. */
class IntervalTest {
    @Test
    void timesAndDividingCarryBothEnds() {
        ConfidenceInterval four = ConfidenceInterval.around(4, 1, 9);

        assertThat(four.times(2)).isEqualTo(new ConfidenceInterval(8, 6, 10, 9, false));
        assertThat(four.dividing(60)).isEqualTo(new ConfidenceInterval(15, 12, 20, 9, false));
        assertThat(four.dividing(60).dividing(60)).isEqualTo(four);
        assertThat(four.times(0)).isEqualTo(new ConfidenceInterval(0, 0, 0, 9, false));
    }

    @Test
    void theEndsOfANegatedIntervalChangePlaces() {
        assertThat(new ConfidenceInterval(2, 1, 4, 9, false).negated())
                .isEqualTo(new ConfidenceInterval(-2, -4, -1, 9, false));
    }

    @Test
    void anExactValueStaysExact() {
        ConfidenceInterval exact = ConfidenceInterval.exact(4, 3);

        assertThat(exact.times(3)).isEqualTo(ConfidenceInterval.exact(12, 3));
        assertThat(exact.dividing(2)).isEqualTo(ConfidenceInterval.exact(0.5, 3));
        assertThat(exact.relativeHalfWidth()).isZero();
        assertThat(exact.covers(4)).isTrue();
        assertThat(exact.covers(Math.nextUp(4.0))).isFalse();
    }

    @Test
    void theWiderSideCounts() {
        assertThat(new ConfidenceInterval(10, 9, 13, 5, false).relativeHalfWidth())
                .isCloseTo(0.3, within(1e-12));
        assertThat(new ConfidenceInterval(-10, -14, -9, 5, false).relativeHalfWidth())
                .isCloseTo(0.4, within(1e-12));
    }

    @Test
    void bothEndsAreCovered() {
        ConfidenceInterval interval = new ConfidenceInterval(2, 1, 3, 5, false);

        assertThat(interval.covers(1)).isTrue();
        assertThat(interval.covers(3)).isTrue();
        assertThat(interval.covers(0.999)).isFalse();
        assertThat(interval.covers(3.001)).isFalse();
    }

    @Test
    void whatIsNoIntervalIsRefused() {
        assertThatThrownBy(() -> new ConfidenceInterval(2, 3, 4, 5, false)).hasMessageContaining("3.0 <= 2.0");
        assertThatThrownBy(() -> ConfidenceInterval.around(2, -1, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ConfidenceInterval.around(Double.NaN, 1, 5))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ConfidenceInterval.exact(2, 0)).hasMessageContaining("observations");
        assertThatThrownBy(() -> ConfidenceInterval.around(2, 2, 5).dividing(1)).hasMessageContaining("zero");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 12.7062",
        "2, 4.30265",
        "3, 3.18245",
        "5, 2.57058",
        "10, 2.22814",
        "30, 2.04227",
        "100, 1.98397",
        "500, 1.96472",
        "1000, 1.96234"
    })
    void studentsFactorsAreThoseOfTheTables(int degrees, double factor) {
        assertThat(StudentT.twoSided95(degrees)).isCloseTo(factor, within(degrees > 500 ? 0.003 : 1e-4));
    }

    @Test
    void studentsFactorNeverGrowsWithTheDegreesOfFreedom() {
        for (int degrees = 1; degrees < 2_000; degrees++) {
            assertThat(StudentT.twoSided95(degrees + 1)).isLessThanOrEqualTo(StudentT.twoSided95(degrees));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void studentsFactorNeedsADegreeOfFreedom(int degrees) {
        assertThatThrownBy(() -> StudentT.twoSided95(degrees)).hasMessageContaining(Integer.toString(degrees));
    }

    @Test
    void oneWildRoundInFiveIsCutOff() {
        // Yuen 1974 by hand: kept 2, 3, 4; Winsorized 2, 2, 3, 4, 4 with squares of 4; t with 2 degrees is 4.30265.
        ConfidenceInterval interval = TrimmedMean.of(new double[] {100, 3, 1, 4, 2});

        assertThat(interval.estimate()).isCloseTo(3, within(1e-12));
        assertThat(interval.high() - interval.estimate()).isCloseTo(4.30265 * Math.sqrt(4 / 6.0), within(1e-4));
        assertThat(interval.n()).isEqualTo(5);
        assertThat(interval.exact()).isFalse();
    }

    @Test
    void fourRoundsAreAllKept() {
        ConfidenceInterval interval = TrimmedMean.of(new double[] {1, 2, 3, 6});

        assertThat(interval.estimate()).isCloseTo(3, within(1e-12));
        assertThat(interval.high() - interval.estimate()).isCloseTo(3.18245 * Math.sqrt(14 / 12.0), within(1e-4));
    }

    @Test
    void theRoundsAreLeftInTheirOrder() {
        double[] rounds = {5, 1, 4, 2, 3, 9};

        TrimmedMean.of(rounds);

        assertThat(rounds).containsExactly(5, 1, 4, 2, 3, 9);
    }

    @Test
    void oneRoundIsTooFew() {
        assertThatThrownBy(() -> TrimmedMean.of(new double[] {1})).hasMessageContaining("got 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 10, 20, 60})
    void intervalsOfRoundsCoverTheirCentre(int n) {
        assertThat(coverage(n, 0)).as("seed %d", n).isGreaterThanOrEqualTo(0.90);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 20, 60})
    void intervalsOfRoundsWithOutliersOnBothSidesCoverTheirCentre(int n) {
        assertThat(coverage(n, 0.1)).as("seed %d", n).isGreaterThanOrEqualTo(0.90);
    }

    @Test
    void disturbedRoundsMoveTheEstimateFarLessThanTheMean() {
        Random random = new Random(4);
        double[] rounds = new double[20];
        double mean = 0;
        for (int i = 0; i < rounds.length; i++) {
            rounds[i] = i < 3 ? 500 : 100 + random.nextGaussian();
            mean += rounds[i] / rounds.length;
        }

        assertThat(mean).isGreaterThan(150);
        assertThat(TrimmedMean.of(rounds).estimate()).isCloseTo(100, within(2.0));
    }

    private static double coverage(int n, double outliers) {
        Random random = new Random(n);
        int covered = 0;
        int repetitions = 4_000;
        for (int i = 0; i < repetitions; i++) {
            double[] rounds = new double[n];
            for (int round = 0; round < n; round++) {
                rounds[round] = 50 + random.nextGaussian() * (random.nextDouble() < outliers ? 20 : 1);
            }
            covered += TrimmedMean.of(rounds).covers(50) ? 1 : 0;
        }
        return (double) covered / repetitions;
    }
}
