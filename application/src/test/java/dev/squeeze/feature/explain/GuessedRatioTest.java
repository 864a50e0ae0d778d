package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.kafka.common.record.internal.CompressionRatioEstimator;
import org.apache.kafka.common.record.internal.CompressionType;
import org.junit.jupiter.api.Test;

class GuessedRatioTest {
    private static final String TOPIC = "of-this-test";

    private static double kafkas(double[] observed) {
        CompressionRatioEstimator.resetEstimation(TOPIC);
        double sum = 0;
        int passes = 4;
        for (int pass = 0; pass < passes; pass++) {
            for (double ratio : observed) {
                sum += pass == passes - 1 ? CompressionRatioEstimator.estimation(TOPIC, CompressionType.ZSTD) : 0;
                CompressionRatioEstimator.updateEstimation(TOPIC, CompressionType.ZSTD, (float) ratio);
            }
        }
        return sum / observed.length;
    }

    private static double ours(double[] observed) {
        GuessedRatio guess = new GuessedRatio(observed.length);
        for (double ratio : observed) {
            guess.add(1_000 * ratio, 1_000);
        }
        return guess.mean();
    }

    @Test
    void batchesAreGuessedAsKafkaDoes() {
        Random random = new Random(1);
        double[] alike = random.doubles(500, 0.19, 0.21).toArray();
        double[] different =
                random.doubles(500).map(x -> x < 0.05 ? 0.6 : 0.1 + 0.1 * x).toArray();

        assertThat(ours(alike)).isCloseTo(kafkas(alike), within(0.001));
        assertThat(ours(different)).isCloseTo(kafkas(different), within(0.005)).isGreaterThan(0.4);
    }

    @Test
    void withoutBatchesNothingIsTakenToCompress() {
        assertThat(new GuessedRatio(0).mean()).isEqualTo(1);
    }
}
