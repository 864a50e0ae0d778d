package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conclusions from rounds and from series, tested on simulations whose true values are known. */
class RoundsTest {
    private static final long SEED = 20_261;
    private static final int RUNS = 4_000;

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 8, 12, 20})
    void equalArmsDifferInAboutOneOfTwentyComparisonsAtMost(int rounds) {
        Random random = new Random(SEED);
        int differences = 0;
        for (int run = 0; run < RUNS; run++) {
            if (compare(random, rounds, 1, 1).isDifference()) {
                differences++;
            }
        }
        assertThat((double) differences / RUNS).as("seed %d", SEED).isBetween(0.03, 0.065);
    }

    @Test
    void severalComparisonsHoldTogether() {
        Random random = new Random(SEED);
        int wrong = 0;
        for (int run = 0; run < RUNS; run++) {
            boolean any = false;
            for (int metric = 0; metric < 6; metric++) {
                any |= compare(random, 8, 1, 6).isDifference();
            }
            wrong += any ? 1 : 0;
        }
        assertThat((double) wrong / RUNS).as("seed %d", SEED).isLessThan(0.065);
    }

    @Test
    void aSlowdownOfAFifthIsFoundUnderNoiseThatHidesItInAnyOneArm() {
        Random random = new Random(SEED);
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            PairedComparison comparison = compare(random, 8, 0.8, 6);
            found += comparison.isDifference() && comparison.ratio().estimate() < 1 ? 1 : 0;
        }
        assertThat((double) found / RUNS).as("seed %d", SEED).isGreaterThan(0.95);
    }

    /** Rounds vary by 30 %, in common for both arms; each arm varies by a further 5 % of its own. */
    private static PairedComparison compare(Random random, int rounds, double factor, int comparisons) {
        double[] arm = new double[rounds];
        double[] baseline = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            double round = 1_000 * Math.exp(0.3 * random.nextGaussian());
            arm[i] = round * factor * Math.exp(0.05 * random.nextGaussian());
            baseline[i] = round * Math.exp(0.05 * random.nextGaussian());
        }
        return PairedComparison.of(arm, baseline, comparisons);
    }

    @Test
    void aQuotientIsThatOfTheArmOverTheBaseline() {
        PairedComparison twice = PairedComparison.of(new double[] {2, 4, 6}, new double[] {1, 2, 3}, 1);

        assertThat(twice.ratio().estimate()).isCloseTo(2, within(1e-12));
        assertThat(twice.confidence()).isCloseTo(0.95, within(1e-12));
        assertThat(twice.isDifference()).isTrue();
    }

    @Test
    void tooFewPairsAndValuesThatMakeNoQuotientAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[] {1, 2}, new double[] {1, 2}, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[] {1, 2, 3}, new double[] {1, 2}, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[] {1, 0, 3}, new double[] {1, 2, 3}, 1))
                .withMessageContaining("round 1");
    }

    @Test
    void aSeriesThatIsSteadyFromTheStartIsKeptWhole() {
        assertThat(InitialTransient.length(series(10, i -> 5), 3)).isZero();
        assertThat(InitialTransient.length(new double[0], 3)).isZero();
        assertThat(InitialTransient.length(series(1, i -> 5), 3)).isZero();
        assertThat(InitialTransient.length(series(3, i -> 100 - 40.0 * i), 3)).isZero();
    }

    @Test
    void readingsThatAreUnlikeAllLaterOnesAreLeftOut() {
        assertThat(InitialTransient.length(series(12, i -> i == 0 ? 50 : i == 1 ? 20 : 5 + 0.1 * (i % 3)), 3))
                .isEqualTo(2);
    }

    @Test
    void steadyReadingsThatSpreadAreSeldomLeftOut() {
        Random random = new Random(SEED);
        int cut = 0;
        for (int run = 0; run < RUNS; run++) {
            cut += InitialTransient.length(series(6, i -> 20 + random.nextGaussian()), 3) > 0 ? 1 : 0;
        }
        assertThat((double) cut / RUNS).as("seed %d", SEED).isLessThan(0.06);
    }

    @Test
    void readingsThatAreAlikeAreKeptHoweverLittleTheOthersSpread() {
        assertThat(InitialTransient.length(new double[] {0, 0.02, -0.02, 0, 0, 0}, 3))
                .isZero();
    }

    @Test
    void noMoreThanHalfIsEverLeftOut() {
        assertThat(InitialTransient.length(series(10, i -> Math.pow(0.5, i)), 3))
                .isLessThanOrEqualTo(5);
        assertThat(InitialTransient.length(series(5, i -> i < 4 ? 100 : 1), 3)).isLessThanOrEqualTo(2);
    }

    @Test
    void aLineHasItsSlope() {
        Slope slope = Slope.of(series(40, i -> 0.05 * i), series(40, i -> 7 + 3 * 0.05 * i));

        assertThat(slope.perSecond().estimate()).isCloseTo(3, within(1e-9));
        assertThat(slope.growsBeyond(2.9)).isTrue();
        assertThat(slope.growsBeyond(3.1)).isFalse();
    }

    @Test
    void theIntervalOfASlopeCoversTheTruthUnderNoise() {
        Random random = new Random(SEED);
        int covered = 0;
        for (int run = 0; run < RUNS; run++) {
            Slope slope =
                    Slope.of(series(100, i -> 0.05 * i), series(100, i -> 20 * 0.05 * i + 30 * random.nextGaussian()));
            covered += slope.perSecond().covers(20) ? 1 : 0;
        }
        assertThat((double) covered / RUNS).as("seed %d", SEED).isBetween(0.93, 0.97);
    }

    @Test
    void aSeriesThatFallsOrStandsStillDoesNotGrow() {
        assertThat(Slope.of(series(40, i -> i), series(40, i -> 100 - i)).growsBeyond(0))
                .isFalse();
        assertThat(Slope.of(series(40, i -> i), series(40, i -> 8)).growsBeyond(0))
                .isFalse();
        assertThat(Slope.of(series(40, i -> 1), series(40, i -> i)).growsBeyond(0))
                .as("no time passed")
                .isFalse();
    }

    @Test
    void tooFewReadingsHaveNoSlope() {
        assertThatIllegalArgumentException().isThrownBy(() -> Slope.of(series(19, i -> i), series(19, i -> i)));
        assertThatIllegalArgumentException().isThrownBy(() -> Slope.of(series(20, i -> i), series(21, i -> i)));
    }

    private static double[] series(int n, IntToDoubleFunction value) {
        return IntStream.range(0, n).mapToDouble(value).toArray();
    }
}
