package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.feature.advise.Robustness.Changed;
import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RobustnessCheckTest {
    private static final Prediction TODAY = prediction("none", 16_384, 1_000);
    private static final Prediction RECOMMENDED = prediction("zstd:3", 65_536, 240);
    private static final Prediction OTHER = prediction("zstd:3", 131_072, 200);

    private static Prediction prediction(String codec, int batchSizeBytes, double money) {
        return new Prediction(
                new ProducerSettings(Codec.parse(codec), batchSizeBytes, 10),
                new BatchFill(10, 2_000, false, 10),
                2,
                0,
                0,
                new ResourceEstimate(1_000, 1, 1, 1, 0.1, 0.1, 0.1, money, 0, 0, Optional.empty()),
                10,
                Optional.empty());
    }

    private static RobustnessCheck.Compared compared(Prediction... others) {
        return new RobustnessCheck.Compared(List.of(others), TODAY, new LadderRules(any -> true, any -> true, 1));
    }

    /**
     * The recommended settings were chosen with their batches formed, so coarse predictions deviate from them equally
     * in all cases.
     */
    @Test
    void whatCoarsePredictionsPreferEverywhereIsNotCalledADifference() {
        Robustness robustness = RobustnessCheck.of(
                RECOMMENDED.settings(),
                cpuTime -> compared(TODAY, RECOMMENDED, OTHER),
                rate -> compared(TODAY, RECOMMENDED, OTHER));

        assertThat(robustness.cases()).hasSize(4).allSatisfy(one -> assertThat(one.holds())
                .isTrue());
    }

    @Test
    void whatIsBetterAtAnotherRateOnlyIsSaid() {
        Robustness robustness = RobustnessCheck.of(
                RECOMMENDED.settings(),
                cpuTime -> compared(TODAY, RECOMMENDED),
                rate -> compared(TODAY, RECOMMENDED, rate > 1 ? OTHER : RECOMMENDED));

        assertThat(robustness.highest(Changed.RATE)).isEqualTo(1);
        assertThat(robustness.lowest(Changed.RATE)).isEqualTo(0.5);
        assertThat(RobustnessWords.sentences(robustness))
                .anyMatch(sentence -> sentence.contains("At twice the rate, " + OTHER.settings()));
    }
}
