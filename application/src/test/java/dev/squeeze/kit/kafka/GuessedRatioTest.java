package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class GuessedRatioTest {
    private static double mean(double[] observed) {
        GuessedRatio guess = new GuessedRatio(observed.length);
        for (double ratio : observed) {
            guess.add(1_000 * ratio, 1_000);
        }
        return guess.mean();
    }

    @Test
    void batchesThatAreAlikeAreGuessedAsTheyAre() {
        assertThat(mean(new double[] {0.2, 0.2, 0.2, 0.2})).isCloseTo(0.2, within(1e-6));
        // A batch that is worse by any amount raises the guess by at least 0.05, and each better one lowers it by
        // 0.005.
        assertThat(mean(new Random(1).doubles(500, 0.19, 0.21).toArray())).isBetween(0.2, 0.25);
    }

    @Test
    void fewBadBatchesKeepTheGuessHigh() {
        double[] observed = new Random(1)
                .doubles(500)
                .map(x -> x < 0.05 ? 0.6 : 0.1 + 0.1 * x)
                .toArray();

        assertThat(mean(observed)).isBetween(0.4, 0.6);
    }

    @Test
    void withoutBatchesNothingIsTakenToCompress() {
        assertThat(new GuessedRatio(0).mean()).isEqualTo(1);
    }
}
