package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.stats.TotalEstimator.Population;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulations over finite populations of batches whose true total is known. */
class TotalEstimatorTest {
    private static final int POPULATIONS = 5;
    private static final int REPETITIONS = 600;
    private static final int MAX_DRAWN = 400;
    private static final double MIN_COVERAGE = 0.90;
    /** Skewness of 1.3: a few batches compress much worse than the control predicts. */
    private static final double SKEWED = 0.4;
    /** Skewness of 3.7. */
    private static final double VERY_SKEWED = 0.8;

    /** Batches whose wanted bytes follow their control with errors that are skewed and grow with compressibility. */
    private record Batches(double[] wanted, double[] uncompressed, double[] control) {
        static Batches of(int count, double skew, long seed) {
            Random random = new Random(seed);
            Batches batches = new Batches(new double[count], new double[count], new double[count]);
            double mean = Math.exp(skew * skew / 2);
            double deviation = mean * Math.sqrt(Math.expm1(skew * skew));
            for (int i = 0; i < count; i++) {
                boolean outsized = random.nextInt(50) == 0;
                double bytes = 16_384 + (outsized ? 49_152 : -300) * random.nextDouble();
                double fraction = 0.2 * Math.exp(0.4 * random.nextGaussian());
                double error = (Math.exp(skew * random.nextGaussian()) - mean) / deviation;
                double wanted = 0.02 + 0.85 * fraction + 0.1 * fraction * fraction + 0.06 * fraction * error;
                batches.uncompressed[i] = bytes;
                batches.control[i] = bytes * fraction;
                batches.wanted[i] = bytes * Math.max(wanted, 0.005);
            }
            return batches;
        }

        Batches at(int[] chosen) {
            return new Batches(pick(wanted, chosen), pick(uncompressed, chosen), pick(control, chosen));
        }

        ConfidenceInterval estimate(int n, Population population) {
            return TotalEstimator.estimate(wanted, uncompressed, control, n, population);
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 12", "1000, 30", "1000, 100", "60, 30", "20000, 12"})
    void intervalsCoverTheTrueTotal(int count, int n) {
        Outcome outcome = simulate(count, n, SKEWED, (all, order) -> known(all));

        assertThat(outcome.coverage).as("%s", outcome).isGreaterThanOrEqualTo(MIN_COVERAGE);
        assertThat(outcome.relativeBias).as("%s", outcome).isCloseTo(0, within(0.01));
    }

    @ParameterizedTest
    @CsvSource({"1000, 3", "1000, 4", "1000, 5"})
    void intervalsOnVeryFewBatchesAreHonestToo(int count, int n) {
        Outcome outcome = simulate(count, n, SKEWED, (all, order) -> known(all));

        assertThat(outcome.coverage).as("%s", outcome).isGreaterThanOrEqualTo(MIN_COVERAGE);
    }

    @ParameterizedTest
    @CsvSource({"5000, 400, 12", "5000, 400, 30", "5000, 400, 100", "5000, 100, 100"})
    void intervalsCoverWhereTheControlIsKnownOnAPartOnly(int count, int seen, int n) {
        Outcome outcome = simulate(count, n, SKEWED, (all, order) -> secondPhase(all, order, seen));

        assertThat(outcome.coverage).as("%s", outcome).isGreaterThanOrEqualTo(MIN_COVERAGE);
    }

    /**
     * No symmetric interval from a dozen batches reaches its nominal coverage here; it must not fall far below it
     * either.
     */
    @ParameterizedTest
    @CsvSource({"1000, 12", "1000, 30", "1000, 100"})
    void extremelySkewedErrorsCostOnlyAFewPercentOfCoverage(int count, int n) {
        Outcome outcome = simulate(count, n, VERY_SKEWED, (all, order) -> known(all));

        assertThat(outcome.coverage).as("%s", outcome).isGreaterThanOrEqualTo(0.85);
    }

    @Test
    void theControlNarrowsTheInterval() {
        double with = simulate(1_000, 30, SKEWED, (all, order) -> known(all)).meanHalfWidth;

        Batches all = Batches.of(1_000, SKEWED, 0);
        Batches blind = new Batches(all.wanted(), all.uncompressed(), all.uncompressed());
        double without = blind.estimate(30, known(blind)).relativeHalfWidth();

        assertThat(with).isLessThan(0.5 * without);
    }

    @Test
    void anUncertainControlWidensTheInterval() {
        Batches all = Batches.of(500, SKEWED, 6);
        double control = sum(all.control());
        Batches sample = all.at(IntStream.range(0, 50).toArray());

        ConfidenceInterval sure = sample.estimate(50, new Population(500, sum(all.uncompressed()), control, 0));
        ConfidenceInterval unsure = sample.estimate(
                50, new Population(500, sum(all.uncompressed()), control, 0.1 * control * 0.1 * control));

        assertThat(unsure.estimate()).isEqualTo(sure.estimate());
        assertThat(unsure.relativeHalfWidth()).isGreaterThan(2 * sure.relativeHalfWidth());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 50})
    void aCensusIsExact(int count) {
        Batches all = Batches.of(count, SKEWED, 8);

        ConfidenceInterval total = all.estimate(count, new Population(count, sum(all.uncompressed()), 1, 99));

        assertThat(total.exact()).isTrue();
        assertThat(total.estimate()).isCloseTo(sum(all.wanted()), within(1e-6));
        assertThat(total.low()).isEqualTo(total.high());
        assertThat(total.n()).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 40})
    void aFigureThatFollowsTheControlExactlyIsFoundWithoutError(int n) {
        Batches all = Batches.of(200, SKEWED, 9);
        double[] wanted = Arrays.stream(all.control()).map(bytes -> 0.7 * bytes).toArray();

        ConfidenceInterval total = TotalEstimator.estimate(
                wanted,
                all.uncompressed(),
                all.control(),
                n,
                new Population(200, sum(all.uncompressed()), sum(all.control()), 0));

        assertThat(total.estimate() / sum(wanted)).isCloseTo(1, within(1e-9));
        assertThat(total.relativeHalfWidth())
                .as("nothing but the allowance for rare batches")
                .isLessThan(0.002);
    }

    @Test
    void batchesThatAreAllAlikeDoNotBreakTheFit() {
        double[] alike = new double[40];
        Arrays.fill(alike, 1_000);

        ConfidenceInterval total =
                TotalEstimator.estimate(alike, alike, alike, 20, new Population(40, 40_000, 40_000, 0));

        assertThat(total.estimate()).isCloseTo(40_000, within(1e-6));
        assertThat(total.relativeHalfWidth()).isLessThan(0.002);
    }

    @Test
    void onlyTheFirstNEntriesCount() {
        Batches all = Batches.of(100, SKEWED, 10);
        Population known = new Population(100, sum(all.uncompressed()), sum(all.control()), 0);
        ConfidenceInterval before = all.estimate(20, known);
        all.wanted()[20] = 1e12;
        all.control()[21] = 1e12;

        assertThat(all.estimate(20, known)).isEqualTo(before);
    }

    @Test
    void twoBatchesOfManyAreTooFew() {
        assertThatThrownBy(() -> Batches.of(10, SKEWED, 11).estimate(2, new Population(10, 1, 1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void wildBatchesAlwaysGiveAnIntervalAboveZero(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            int count = 4 + random.nextInt(60);
            int n = 3 + random.nextInt(count - 3);
            Batches all = new Batches(new double[count], new double[count], new double[count]);
            double spread = 3 * random.nextDouble();
            for (int b = 0; b < count; b++) {
                all.uncompressed()[b] = Math.ceil(16_384 * Math.exp(spread * random.nextGaussian()));
                all.control()[b] =
                        Math.ceil(all.uncompressed()[b] * Math.min(1, Math.exp(-2 + spread * random.nextGaussian())));
                all.wanted()[b] =
                        Math.ceil(all.uncompressed()[b] * Math.min(1, Math.exp(-2 + spread * random.nextGaussian())));
            }

            ConfidenceInterval total =
                    all.estimate(n, new Population(count, sum(all.uncompressed()), sum(all.control()), 0));

            assertThat(total.low()).as("seed %d, case %d", seed, i).isPositive();
        }
    }

    private interface PopulationOf {
        Population after(Batches all, int[] order);
    }

    private static Population known(Batches all) {
        return new Population(all.wanted().length, sum(all.uncompressed()), sum(all.control()), 0);
    }

    /** The control is measured on the first batches of a random order: ratio estimate and its textbook variance. */
    private static Population secondPhase(Batches all, int[] order, int seen) {
        Batches part = all.at(Arrays.copyOf(order, seen));
        int count = all.wanted().length;
        double ratio = sum(part.control()) / sum(part.uncompressed());
        double squares = 0;
        for (int i = 0; i < seen; i++) {
            double residual = part.control()[i] - ratio * part.uncompressed()[i];
            squares += residual * residual;
        }
        double variance = (double) count * (count - seen) / seen * squares / (seen - 1);
        double bytes = sum(all.uncompressed());
        return new Population(count, bytes, ratio * bytes, variance);
    }

    private record Outcome(double coverage, double relativeBias, double meanHalfWidth, int seeds) {}

    /** Draws from several populations, so that no single one determines the result; seeds count up from 0. */
    private static Outcome simulate(int count, int n, double skew, PopulationOf population) {
        int covered = 0;
        double bias = 0;
        double halfWidth = 0;
        double draws = POPULATIONS * REPETITIONS;
        for (int seed = 0; seed < POPULATIONS; seed++) {
            Random random = new Random(seed);
            Batches all = Batches.of(count, skew, seed);
            double truth = sum(all.wanted());
            int[] order = IntStream.range(0, count).toArray();
            for (int i = 0; i < REPETITIONS; i++) {
                shuffleHead(order, Math.min(count - 1, MAX_DRAWN), random);
                ConfidenceInterval interval = all.at(Arrays.copyOf(order, n)).estimate(n, population.after(all, order));
                covered += interval.covers(truth) ? 1 : 0;
                bias += (interval.estimate() / truth - 1) / draws;
                halfWidth += interval.relativeHalfWidth() / draws;
            }
        }
        return new Outcome(covered / draws, bias, halfWidth, POPULATIONS);
    }

    private static void shuffleHead(int[] order, int drawn, Random random) {
        for (int i = 0; i < drawn; i++) {
            int other = random.nextInt(i, order.length);
            int held = order[i];
            order[i] = order[other];
            order[other] = held;
        }
    }

    private static double[] pick(double[] values, int[] chosen) {
        return Arrays.stream(chosen).mapToDouble(i -> values[i]).toArray();
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }
}
