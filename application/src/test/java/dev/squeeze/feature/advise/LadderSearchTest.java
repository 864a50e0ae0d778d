package dev.squeeze.feature.advise;

import static dev.squeeze.feature.advise.LadderFixtures.TODAY;
import static dev.squeeze.feature.advise.LadderFixtures.by;
import static dev.squeeze.feature.advise.LadderFixtures.from;
import static dev.squeeze.feature.advise.LadderFixtures.full;
import static dev.squeeze.feature.advise.LadderFixtures.ladder;
import static dev.squeeze.feature.advise.LadderFixtures.recommended;
import static dev.squeeze.feature.advise.LadderFixtures.settings;
import static dev.squeeze.feature.advise.LadderFixtures.taken;
import static dev.squeeze.feature.advise.LadderFixtures.withCpuMoney;
import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Prediction;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LadderSearchTest {
    @Test
    void theLowestRungThatKeepsEnoughOfTheSavingIsRecommended() {
        Ladder ladder = ladder(
                0.95,
                settings("zstd:3", 16_384, 5, 280),
                settings("zstd:3", 65_536, 5, 230),
                settings("zstd:3", 262_144, 100, 200));

        assertThat(ladder.rungs())
                .extracting(Ladder.Rung::step)
                .containsExactly(Step.CODEC, Step.BATCHES, Step.LARGEST_SAVING);
        assertThat(ladder.taken()).get().extracting(Ladder.Rung::step).isEqualTo(Step.BATCHES);
        assertThat(ladder.rungs().get(0).shareOfSaving()).isEqualTo(720.0 / 800);
    }

    @Test
    void whereOnlyALongerLingerKeepsEnoughTheLeastOneIsRecommendedAndTheMostStandsAboveIt() {
        Prediction kept = settings("zstd:3", 262_144, 20, 230);
        Prediction most = settings("zstd:3", 262_144, 100, 200);
        Ladder ladder =
                ladder(0.95, settings("zstd:3", 16_384, 5, 280), kept, settings("zstd:3", 262_144, 50, 215), most);

        assertThat(ladder.rungs())
                .extracting(Ladder.Rung::step)
                .containsExactly(Step.CODEC, Step.LONGER_LINGER, Step.LARGEST_SAVING);
        assertThat(taken(ladder)).isEqualTo(kept);
        assertThat(ladder.next()).get().extracting(Ladder.Rung::prediction).isEqualTo(most);
    }

    @Test
    void whoWantsToKeepMoreClimbsHigher() {
        Ladder ladder = ladder(
                0.99,
                settings("zstd:3", 16_384, 5, 280),
                settings("zstd:3", 65_536, 5, 230),
                settings("zstd:3", 262_144, 100, 200));

        assertThat(ladder.taken()).get().extracting(Ladder.Rung::step).isEqualTo(Step.LONGER_LINGER);
        assertThat(ladder.rungs()).extracting(Ladder.Rung::step).doesNotContain(Step.LARGEST_SAVING);
    }

    @Test
    void theCodecAloneIsEnoughWhereLargerBatchesBringLittle() {
        Ladder ladder = ladder(0.95, settings("zstd:3", 16_384, 5, 210), settings("zstd:3", 262_144, 100, 200));

        assertThat(ladder.taken()).get().extracting(Ladder.Rung::step).isEqualTo(Step.CODEC);
    }

    /**
     * Nearly all of the saving over uncompressed is the codec's, and larger batches save half of the remaining cost.
     */
    @Test
    void largerBatchesThatHalveWhatRemainsAreTakenAlthoughTheCodecAloneKeepsEnough() {
        Prediction larger = settings("zstd:3", 131_072, 5, 32);
        Ladder ladder = ladder(0.95, settings("zstd:3", 16_384, 5, 60), larger, settings("zstd:3", 262_144, 5, 30));

        assertThat(taken(ladder)).isEqualTo(larger);
        assertThat(ladder.rungs().get(0).shareOfSaving()).isGreaterThan(0.95);
    }

    @Test
    void todaysSettingsStayOnlyWhereLargerBatchesHardlyCostLess() {
        Prediction today = settings("zstd:3", 16_384, 5, 60);
        Prediction larger = settings("zstd:3", 131_072, 5, 30);

        assertThat(taken(from(today, List.of(TODAY, today, larger)))).isEqualTo(larger);
        assertThat(from(today, List.of(TODAY, today, settings("zstd:3", 131_072, 5, 50)))
                        .taken())
                .isEmpty();
    }

    /** A longer wait has a price: users who want it set {@code --keep}. */
    @Test
    void aLongLingerThatHalvesWhatRemainsIsNotTaken() {
        Prediction codec = settings("zstd:3", 16_384, 5, 60);

        assertThat(taken(ladder(0.95, codec, settings("zstd:3", 262_144, 50, 30))))
                .isEqualTo(codec);
    }

    /** Otherwise two runs whose shares differ by some thousandths would give different recommendations. */
    @Test
    void aLowerRungThatCostsAboutAsMuchIsTakenAlthoughItKeepsABitTooLittle() {
        Prediction lower = settings("zstd:3", 65_536, 10, 248);
        Prediction higher = settings("zstd:3", 65_536, 20, 243);
        Prediction most = settings("zstd:3", 262_144, 100, 200);

        assertThat(taken(ladder(0.95, lower, higher, most))).isEqualTo(lower);
        assertThat(from(lower, List.of(TODAY, lower, higher, most)).taken()).isEmpty();
    }

    @Test
    void aLowerLevelThatCostsAboutAsMuchIsTakenAlthoughItKeepsABitTooLittle() {
        Prediction lower = settings("zstd:6", 65_536, 10, 248);

        assertThat(taken(ladder(
                        0.95, lower, settings("zstd:9", 65_536, 10, 243), settings("zstd:9", 262_144, 100, 200))))
                .isEqualTo(lower);
    }

    @Test
    void aShorterLingerThanTodaysIsOnlyForThoseWhoHaveToKeepWithinALimit() {
        Prediction shorter = settings("zstd:3", 131_072, 0, 200);
        Prediction codec = settings("zstd:3", 16_384, 5, 300);
        List<Prediction> all = List.of(TODAY, codec, shorter);

        assertThat(from(TODAY, all).rungs()).extracting(Ladder.Rung::prediction).containsExactly(codec);
        Predicate<Prediction> allowed = one -> one.settings().lingerMillis() < 5;
        assertThat(taken(by(new LadderRules(allowed, any -> true, 0.95), TODAY).of(all)))
                .isEqualTo(shorter);
    }

    @Test
    void aLongerLingerIsNoStepForBatchesThatAreFull() {
        Prediction full = full(settings("zstd:3", 16_384, 10, 220));
        Prediction larger = settings("zstd:3", 65_536, 10, 215);

        assertThat(taken(ladder(0.95, settings("zstd:3", 16_384, 5, 300), full, larger)))
                .isEqualTo(larger);
    }

    @Test
    void aDefaultLevelThatKeepsEnoughIsTakenBeforeALevelThatSavesMore() {
        Ladder ladder = ladder(0.95, settings("zstd:9", 16_384, 5, 200), settings("zstd:3", 16_384, 5, 230));

        assertThat(recommended(ladder)).isEqualTo("zstd");
    }

    @Test
    void ofLevelsThatKeepEnoughTheLowestIsTaken() {
        Prediction sixth = settings("zstd:6", 65_536, 5, 225);
        Prediction ninth = settings("zstd:9", 65_536, 5, 222);
        Prediction most = settings("zstd:9", 262_144, 100, 200);

        assertThat(taken(ladder(0.95, ninth, sixth, most))).isEqualTo(sixth);
    }

    @Test
    void aLowerLevelIsFoundAlsoWhereCoarsePredictionsThoughtLittleOfIt() {
        Prediction least = settings("zstd:1", 16_384, 5, 420);
        List<Prediction> coarse = List.of(
                TODAY,
                settings("zstd:6", 16_384, 5, 250),
                settings("zstd:9", 16_384, 5, 200),
                settings("zstd:10", 16_384, 5, 199),
                settings("zstd:11", 16_384, 5, 198),
                least);
        Prediction sixthFormed = settings("zstd:6", 16_384, 5, 205);
        Ladder ladder = new LadderSearch(
                        TODAY,
                        TODAY,
                        new LadderRules(any -> true, any -> true, 0.95),
                        one -> one.settings().equals(sixthFormed.settings()) ? sixthFormed : one)
                .of(coarse);

        assertThat(taken(ladder)).isEqualTo(sixthFormed);
    }

    /** Otherwise two rungs would both have all of the saving, and the upper one would add nothing. */
    @Test
    void sharesAreOfTheLargestSavingAlsoWhereCoarsePredictionsDidNotSeeIt() {
        Prediction seenLate = settings("zstd:1", 16_384, 10, 420);
        Prediction formedLate = settings("zstd:1", 16_384, 10, 100);
        List<Prediction> coarse = List.of(
                TODAY,
                settings("zstd:6", 16_384, 10, 404),
                settings("zstd:9", 16_384, 10, 403),
                settings("zstd:10", 16_384, 10, 402),
                settings("zstd:11", 16_384, 10, 401),
                settings("zstd:12", 16_384, 5, 409),
                seenLate);
        Ladder ladder = new LadderSearch(
                        TODAY,
                        TODAY,
                        new LadderRules(any -> true, any -> true, 0.95),
                        one -> one.equals(seenLate) ? formedLate : one)
                .of(coarse);

        assertThat(taken(ladder)).isEqualTo(formedLate);
        assertThat(ladder.rungs())
                .filteredOn(rung -> !rung.prediction().equals(formedLate))
                .allSatisfy(rung -> assertThat(rung.shareOfSaving()).isLessThan(0.7));
    }

    /**
     * For example, if the codec alone depends on how a producer starts, and the same with 5 ms more reliably saves
     * less.
     */
    @Test
    void noStepThatSavesLessThanOneBeforeIsShown() {
        Prediction byChance = settings("zstd:3", 16_384, 5, 255);
        Prediction less = settings("lz4", 16_384, 10, 350);
        Prediction larger = settings("zstd:3", 65_536, 10, 230);
        Ladder ladder = new LadderSearch(
                        TODAY,
                        TODAY,
                        new LadderRules(any -> true, one -> !one.equals(byChance), 0.95),
                        UnaryOperator.identity())
                .of(List.of(TODAY, byChance, less, larger, settings("zstd:3", 262_144, 100, 200)));

        assertThat(ladder.rungs()).extracting(Ladder.Rung::prediction).doesNotContain(less);
        assertThat(taken(ladder)).isEqualTo(larger);
    }

    @Test
    void gzipIsTakenOnlyWhereItIsClearlyBetter() {
        assertThat(recommended(ladder(0.95, settings("gzip:6", 16_384, 5, 200), settings("zstd:3", 16_384, 5, 230))))
                .isEqualTo("zstd");
        assertThat(recommended(ladder(0.95, settings("gzip:6", 16_384, 5, 200), settings("zstd:3", 16_384, 5, 400))))
                .isEqualTo("gzip");
    }

    @Test
    void amongThoseThatKeepEnoughTheShortestLingerIsTaken() {
        Ladder ladder = ladder(
                0.95,
                settings("zstd:3", 65_536, 10, 200),
                settings("zstd:3", 65_536, 5, 235),
                settings("zstd:3", 16_384, 5, 500));

        assertThat(ladder.taken())
                .get()
                .extracting(rung -> rung.prediction().settings().lingerMillis())
                .isEqualTo(5);
    }

    @Test
    void nothingBeyondTheLimitsIsOnTheLadder() {
        Predicate<Prediction> allowed = one -> one.settings().lingerMillis() <= 5;
        Ladder ladder = by(new LadderRules(allowed, any -> true, 0.95), TODAY)
                .of(List.of(TODAY, settings("zstd:3", 16_384, 5, 500), settings("zstd:3", 262_144, 100, 200)));

        assertThat(ladder.rungs()).extracting(Ladder.Rung::step).containsExactly(Step.CODEC);
        assertThat(ladder.rungs().get(0).shareOfSaving()).isEqualTo(1);
    }

    @Test
    void whoHasGoneAPartOfTheWayIsSentToTheSamePlace() {
        Prediction codec = settings("zstd:3", 16_384, 5, 280);
        Prediction batches = settings("zstd:3", 65_536, 5, 230);
        Prediction most = settings("zstd:3", 262_144, 100, 200);
        List<Prediction> all = List.of(TODAY, codec, batches, most);

        assertThat(taken(from(codec, all))).isEqualTo(batches);
        assertThat(taken(from(TODAY, all))).isEqualTo(batches);
        assertThat(from(batches, all).taken()).isEmpty();
        assertThat(from(batches, all).rungs())
                .extracting(Ladder.Rung::prediction)
                .containsExactly(most);
        assertThat(from(batches, all).shareOfToday()).isEqualTo(770.0 / 800);
    }

    @Test
    void anotherCodecAloneIsWorthItAlsoWhereLittleIsLeftToSave() {
        Prediction lz4 = settings("lz4", 16_384, 5, 120);
        List<Prediction> all = List.of(TODAY, lz4, settings("zstd:3", 16_384, 5, 100));

        assertThat(from(lz4, all).shareOfToday()).isGreaterThan(0.95);
        assertThat(recommended(from(lz4, all))).isEqualTo("zstd");
    }

    @Test
    void whereNothingSavesAnythingThereIsNoRung() {
        assertThat(ladder(0.95, settings("zstd:3", 16_384, 5, 1_200))).isEqualTo(Ladder.NONE);
    }

    @Test
    void ofAStepThatBringsLessThanOnePerCentThereIsNoRung() {
        Ladder ladder = ladder(0.95, settings("zstd:3", 16_384, 5, 205), settings("zstd:3", 262_144, 5, 200));

        assertThat(ladder.rungs()).hasSize(1);
    }

    @Test
    void slowerProcessorsMakeExpensiveLevelsExpensive() {
        Prediction fast = settings("lz4", 16_384, 5, 300);
        Prediction slow = withCpuMoney(settings("zstd:3", 16_384, 5, 200), 150);
        LadderRules rules = new LadderRules(any -> true, any -> true, 0.95);

        assertThat(recommended(by(rules, TODAY).of(List.of(TODAY, fast, slow)))).isEqualTo("zstd");
        assertThat(recommended(by(rules.atCpuTime(2), TODAY).of(List.of(TODAY, fast, slow))))
                .isEqualTo("lz4");
    }
}
