package dev.squeeze.engine.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StretchTotalsTest {
    private static double[] of(int stretches, IntToDoubleFunction value) {
        return IntStream.range(0, stretches).mapToDouble(value).toArray();
    }

    @Test
    void ofAWholeTopicNothingWasLeftOut() {
        double[] bytes = {100, 900, 300};

        assertThat(new StretchTotals(bytes, bytes, of(3, i -> 10), 3)
                        .savingHalfWidth(4)
                        .getAsDouble())
                .isZero();
    }

    @Test
    void twoStretchesAreTooFew() {
        double[] bytes = {100, 900};

        assertThat(new StretchTotals(bytes, bytes, of(2, i -> 10), 50).savingHalfWidth(4))
                .isEmpty();
    }

    @Test
    void stretchesThatAreAllAlikeLeaveNoDoubt() {
        double[] stored = of(20, i -> 500);

        assertThat(new StretchTotals(stored, of(20, i -> 2_000), of(20, i -> 10), 1_000)
                        .savingHalfWidth(8)
                        .getAsDouble())
                .isCloseTo(0, within(1e-9));
    }

    /** Over many draws from one topic, the interval has to contain the saving of the whole topic nearly always. */
    @Test
    void theIntervalHoldsWhatTheWholeTopicSaves() {
        Random random = new Random(11);
        int all = 400;
        double[] uncompressed = of(all, i -> 1_000 * Math.exp(0.5 * random.nextGaussian()));
        double[] stored = of(all, i -> uncompressed[i] / (1.5 + random.nextDouble()));
        double truth = 0;
        for (int i = 0; i < all; i++) {
            truth += stored[i] - uncompressed[i] / 6;
        }
        int held = 0;
        int draws = 2_000;
        for (int draw = 0; draw < draws; draw++) {
            int[] at = random.ints(0, all).distinct().limit(14).toArray();
            double[] mine = of(14, i -> stored[at[i]]);
            double[] raw = of(14, i -> uncompressed[at[i]]);
            double half = new StretchTotals(mine, raw, of(14, i -> 10), all)
                    .savingHalfWidth(6)
                    .getAsDouble();
            double storedRead = 0;
            double savedRead = 0;
            for (int i = 0; i < 14; i++) {
                storedRead += mine[i];
                savedRead += mine[i] - raw[i] / 6;
            }
            // Both per offset; all stretches have the same number of offsets.
            held += Math.abs(savedRead / 14 - truth / all) <= half * storedRead / 14 ? 1 : 0;
        }

        assertThat((double) held / draws).as("seed 11").isBetween(0.88, 0.99);
    }
}
