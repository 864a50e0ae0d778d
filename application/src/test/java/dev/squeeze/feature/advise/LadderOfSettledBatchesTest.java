package dev.squeeze.feature.advise;

import static dev.squeeze.feature.advise.LadderFixtures.TODAY;
import static dev.squeeze.feature.advise.LadderFixtures.by;
import static dev.squeeze.feature.advise.LadderFixtures.recommended;
import static dev.squeeze.feature.advise.LadderFixtures.settings;
import static dev.squeeze.feature.advise.LadderFixtures.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Prediction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recommendation if the batches of some settings depend on how a producer starts. */
class LadderOfSettledBatchesTest {
    @Test
    void theCodecAloneIsShownAndNotRecommendedWhereItsBatchesDependOnTheStart() {
        Prediction codec = settings("zstd:3", 16_384, 5, 205);
        Ladder ladder = by(new LadderRules(any -> true, one -> !one.equals(codec), 0.95), TODAY)
                .of(List.of(TODAY, codec, settings("zstd:3", 262_144, 100, 190)));

        assertThat(ladder.rungs()).extracting(Ladder.Rung::step).containsExactly(Step.CODEC, Step.LONGER_LINGER);
        assertThat(ladder.taken()).get().extracting(Ladder.Rung::step).isEqualTo(Step.LONGER_LINGER);
    }

    @Test
    void theSameSavingInBatchesThatDoNotDependOnTheStartIsRecommended() {
        Prediction codec = settings("zstd:3", 16_384, 5, 205);
        Prediction settled = settings("zstd:3", 32_768, 5, 205.5);
        Ladder ladder = by(new LadderRules(any -> true, one -> !one.equals(codec), 0.95), TODAY)
                .of(List.of(TODAY, codec, settled, settings("zstd:3", 262_144, 100, 190)));

        assertThat(taken(ladder)).isEqualTo(settled);
        assertThat(ladder.rungs())
                .extracting(Ladder.Rung::step)
                .containsExactly(Step.CODEC, Step.BATCHES, Step.LARGEST_SAVING);
    }

    /** For example, if too few records were read to judge larger batches. */
    @Test
    void batchesThatDoNotDependOnTheStartAreNotTakenForAFractionOfTheSaving() {
        Prediction codec = settings("zstd:3", 16_384, 5, 205);
        Prediction settled = settings("none", 32_768, 5, 990);

        assertThat(taken(by(new LadderRules(any -> true, one -> !one.equals(codec), 0.95), TODAY)
                        .of(List.of(TODAY, codec, settled))))
                .isEqualTo(codec);
    }

    @Test
    void whereOnlyTheCodecAloneIsLeftItIsRecommendedAllTheSame() {
        Prediction codec = settings("zstd:3", 16_384, 5, 205);
        Ladder ladder = by(new LadderRules(any -> true, one -> !one.equals(codec), 0.95), TODAY)
                .of(List.of(TODAY, codec));

        assertThat(recommended(ladder)).isEqualTo("zstd");
    }
}
