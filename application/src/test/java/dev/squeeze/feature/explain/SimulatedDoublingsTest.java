package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.feature.explain.SimulatedDoublings.Estimate;
import dev.squeeze.feature.explain.SimulatedDoublings.Expected;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How far simulations that are subject to chance are believed. */
class SimulatedDoublingsTest {
    private static final int CHANGES = 14;
    private static final int ROUNDS = 4;
    private static final int RUNS = 200;

    private final Random random = new Random(7);

    private static Expected expected(double doublings) {
        return new Expected(new Estimate(doublings, 0), doublings);
    }

    private static List<Expected> expected() {
        return IntStream.range(0, CHANGES)
                .mapToObj(change -> expected(0.002 * change))
                .toList();
    }

    /** Estimates from simulations of these real doublings, with chance per round and per change. */
    private List<Estimate> estimates(double[] real, double common, double own) {
        SimulatedDoublings doublings = new SimulatedDoublings(CHANGES, ROUNDS);
        for (int round = 0; round < ROUNDS; round++) {
            double ofRound = common * random.nextGaussian();
            for (int change = 0; change < CHANGES; change++) {
                doublings.add(change, round, real[change] + ofRound + own * random.nextGaussian());
            }
        }
        return doublings.estimates(expected());
    }

    private double[] real(double deviation) {
        return expected().stream()
                .mapToDouble(each -> each.estimate().doublings() + deviation * random.nextGaussian())
                .toArray();
    }

    /** Root of the mean squared error if changes differ from what is expected with this deviation. */
    private double error(double deviation, double common, double own) {
        double squares = 0;
        for (int run = 0; run < RUNS; run++) {
            double[] real = real(deviation);
            List<Estimate> estimates = estimates(real, common, own);
            for (int change = 0; change < CHANGES; change++) {
                squares += Math.pow(estimates.get(change).doublings() - real[change], 2);
            }
        }
        return Math.sqrt(squares / RUNS / CHANGES);
    }

    @Test
    void whatChanceAloneExplainsIsLeftOut() {
        // Means alone would be off by 0.0064.
        assertThat(error(0, 0.01, 0.008)).isLessThan(0.002);
    }

    @Test
    void changesThatDifferFromWhatIsExpectedAreWhatWasSimulated() {
        assertThat(error(0.03, 0, 0.004)).isCloseTo(0.002, within(0.0003));
    }

    @Test
    void standardErrorsHoldWhatIsReal() {
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            double[] real = real(0.006);
            List<Estimate> estimates = estimates(real, 0.004, 0.008);
            for (int change = 0; change < CHANGES; change++) {
                Estimate estimate = estimates.get(change);
                if (Math.abs(estimate.doublings() - real[change]) <= 1.96 * estimate.standardError()) {
                    held++;
                }
            }
        }

        assertThat((double) held / RUNS / CHANGES).isBetween(0.85, 1.0);
    }

    @Test
    void largeChangesAreWhatWasSimulated() {
        SimulatedDoublings doublings = new SimulatedDoublings(4, 2);
        for (int round = 0; round < 2; round++) {
            for (int change = 0; change < 3; change++) {
                doublings.add(change, round, 0.01);
            }
            doublings.add(3, round, 0.5 + 0.02 * round);
        }

        Estimate large = doublings
                .estimates(List.of(expected(0), expected(0), expected(0), expected(0.9)))
                .get(3);

        assertThat(large.doublings()).isCloseTo(0.51, within(1e-9));
        assertThat(large.standardError()).isCloseTo(0.01, within(1e-9));
    }

    @Test
    void aSingleRoundSaysNothingOfChance() {
        SimulatedDoublings doublings = new SimulatedDoublings(2, 3);
        doublings.add(0, 0, 0.02);

        assertThat(doublings.estimates(List.of(expected(0.01), expected(0))))
                .containsExactly(new Estimate(0.01, 0), new Estimate(0, 0));
    }
}
