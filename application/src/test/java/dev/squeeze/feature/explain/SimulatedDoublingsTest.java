package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.feature.explain.SimulatedDoublings.Estimate;
import dev.squeeze.feature.explain.SimulatedDoublings.Expected;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is believed of simulations that are subject to chance. */
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

    /** What is simulated where changes differ from what is expected by so much, with chance in all of a round and in each. */
    private List<Optional<Estimate>> estimates(double[] real, double common, double own) {
        SimulatedDoublings doublings = new SimulatedDoublings(CHANGES, ROUNDS);
        for (int round = 0; round < ROUNDS; round++) {
            double ofRound = common * random.nextGaussian();
            for (int change = 0; change < CHANGES; change++) {
                doublings.add(change, round, real[change] + ofRound + own * random.nextGaussian());
            }
        }
        return doublings.estimates(expected());
    }

    private double[] real(double apart) {
        return expected().stream()
                .mapToDouble(each -> each.estimate().doublings() + apart * random.nextGaussian())
                .toArray();
    }

    @Test
    void whatChanceAloneExplainsIsLeftOut() {
        double squares = 0;
        for (int run = 0; run < RUNS; run++) {
            double[] real = real(0);
            List<Optional<Estimate>> estimates = estimates(real, 0.01, 0.008);
            for (int change = 0; change < CHANGES; change++) {
                double error = estimates.get(change).orElseThrow().doublings() - real[change];
                squares += error * error;
            }
        }

        // Means alone would be off by 0.0064.
        assertThat(Math.sqrt(squares / RUNS / CHANGES)).isLessThan(0.002);
    }

    @Test
    void changesThatDifferFromWhatIsExpectedAreWhatWasSimulated() {
        double squares = 0;
        for (int run = 0; run < RUNS; run++) {
            double[] real = real(0.03);
            List<Optional<Estimate>> estimates = estimates(real, 0, 0.004);
            for (int change = 0; change < CHANGES; change++) {
                double error = estimates.get(change).orElseThrow().doublings() - real[change];
                squares += error * error;
            }
        }

        assertThat(Math.sqrt(squares / RUNS / CHANGES)).isCloseTo(0.002, within(0.0003));
    }

    @Test
    void standardErrorsHoldWhatIsReal() {
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            double[] real = real(0.006);
            List<Optional<Estimate>> estimates = estimates(real, 0.004, 0.008);
            for (int change = 0; change < CHANGES; change++) {
                Estimate estimate = estimates.get(change).orElseThrow();
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
                .get(3)
                .orElseThrow();

        assertThat(large.doublings()).isCloseTo(0.51, within(1e-9));
        assertThat(large.standardError()).isCloseTo(0.01, within(1e-9));
    }

    @Test
    void aSingleRoundIsTakenAsItIs() {
        SimulatedDoublings doublings = new SimulatedDoublings(2, 3);
        doublings.add(0, 0, 0.02);

        List<Optional<Estimate>> estimates = doublings.estimates(List.of(expected(0), expected(0)));

        assertThat(estimates.get(0).orElseThrow().doublings()).isEqualTo(0.02);
        assertThat(estimates.get(1)).isEmpty();
    }
}
