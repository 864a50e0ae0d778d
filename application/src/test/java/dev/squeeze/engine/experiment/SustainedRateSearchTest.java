package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search on simulated systems with a known limit. */
class SustainedRateSearchTest {
    private static final double BRACKET = 0.05;
    /** Each trial takes seconds: with more than this a search would take too long for users. */
    private static final int MAX_TRIALS = 60;

    @ParameterizedTest
    @ValueSource(doubles = {20, 55, 79, 89, 91, 99, 100, 101, 130, 300})
    void bracketsTheTrueLimitWhereverItLiesFromTheClosedLoop(double limit) {
        SustainedRateSearch.Outcome outcome = search(100, (rate, confirming) -> verdict(rate <= limit));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.sustained().orElseThrow()).isLessThanOrEqualTo(limit);
        assertThat(outcome.failed().orElseThrow()).isGreaterThan(limit);
        assertThat(outcome.failed().orElseThrow() / outcome.sustained().orElseThrow())
                .isLessThanOrEqualTo(1 + BRACKET);
        assertThat(outcome.steps()).hasSizeLessThan(MAX_TRIALS).last().satisfies(step -> {
            assertThat(step.confirming()).isTrue();
            assertThat(step.recordsPerSecond()).isEqualTo(outcome.sustained().orElseThrow());
        });
    }

    @Test
    void aNeighbourThatFailsATrialNowAndThenDoesNotMoveTheAnswer() {
        long seed = 42;
        Random random = new Random(seed);
        double limit = 97;
        int right = 0;
        for (int run = 0; run < 200; run++) {
            SustainedRateSearch.Outcome outcome =
                    search(100, (rate, confirming) -> verdict(rate <= limit && random.nextDouble() > 0.05));
            assertThat(outcome.sustained().orElseThrow()).as("seed %d", seed).isLessThanOrEqualTo(limit);
            if (outcome.sustained().orElseThrow() > limit / (1 + BRACKET)) {
                right++;
            }
        }
        assertThat(right).as("of 200 searches, seed %d", seed).isGreaterThan(180);
    }

    @Test
    void whereNothingIsSustainedNoRateIsNamed() {
        SustainedRateSearch.Outcome outcome = search(100, (rate, confirming) -> verdict(false));

        assertThat(outcome.sustained()).isEmpty();
        assertThat(outcome.complete()).isFalse();
        assertThat(outcome.failed().orElseThrow()).isLessThan(5);
        assertThat(outcome.steps()).hasSizeLessThan(MAX_TRIALS);
    }

    @Test
    void whereEverythingIsSustainedTheHighestRateTriedIsConfirmedAndNoneFailed() {
        SustainedRateSearch.Outcome outcome = search(100, (rate, confirming) -> verdict(true));

        assertThat(outcome.failed()).isEmpty();
        assertThat(outcome.sustained().orElseThrow()).isGreaterThan(300);
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.steps()).hasSizeLessThan(MAX_TRIALS);
        assertThat(outcome.limit()).isEmpty();
    }

    @Test
    void whatHoldsOnlyForAShortWhileIsLookedForFurtherDown() {
        SustainedRateSearch.Outcome outcome =
                search(100, (rate, confirming) -> verdict(rate <= (confirming ? 60 : 100)));

        assertThat(outcome.steps()).hasSizeLessThan(MAX_TRIALS);
        outcome.sustained().ifPresent(rate -> assertThat(
                        outcome.complete()
                                ? rate <= 60
                                : rate <= outcome.failed().orElseThrow())
                .isTrue());
        assertThat(outcome.steps().stream().filter(SustainedRateSearch.Step::confirming))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void aSearchThatIsStoppedNamesOnlyRatesThatWereTried(int trials) {
        double limit = 97;
        AtomicBoolean stop = new AtomicBoolean(trials == 0);
        List<Double> held = new ArrayList<>();
        List<Double> failed = new ArrayList<>();
        SustainedRateSearch.Outcome outcome = SustainedRateSearch.run(
                100,
                BRACKET,
                (rate, confirming) -> {
                    boolean holds = rate <= limit;
                    (holds ? held : failed).add(rate);
                    stop.set(held.size() + failed.size() >= trials);
                    return verdict(holds);
                },
                () -> false,
                stop::get);

        assertThat(outcome.steps()).hasSizeLessThanOrEqualTo(trials);
        outcome.sustained().ifPresent(rate -> assertThat(held).contains(rate));
        outcome.failed().ifPresent(rate -> assertThat(failed).contains(rate));
        if (!held.isEmpty()) {
            assertThat(outcome.sustained()).isPresent();
        }
        assertThat(outcome.complete())
                .isEqualTo(outcome.steps().stream().anyMatch(SustainedRateSearch.Step::confirming));
    }

    @Test
    void theLimitIsThatOfTheLowestRateThatFailed() {
        SustainedRateSearch.Outcome outcome = search(
                100,
                (rate, confirming) -> rate <= 97
                        ? verdict(true)
                        : new SustainedRateSearch.Verdict(
                                false,
                                97,
                                Optional.of("too fast"),
                                Optional.of(
                                        new LimitingFactor(LimitingFactor.Part.CONSUMER, "at " + rate, List.of()))));

        assertThat(outcome.limit().orElseThrow().explanation())
                .isEqualTo("at " + outcome.failed().orElseThrow());
    }

    @Test
    void whenItsTimeIsUpNothingHigherIsTriedAndWhatHeldIsConfirmed() {
        SustainedRateSearch.Outcome outcome =
                SustainedRateSearch.run(100, BRACKET, (rate, confirming) -> verdict(true), () -> true, () -> false);

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.failed()).isEmpty();
        assertThat(outcome.steps())
                .extracting(SustainedRateSearch.Step::confirming)
                .containsExactly(false, true);
    }

    @Test
    void whenItsTimeIsUpTheBracketStaysAsItIs() {
        SustainedRateSearch.Outcome outcome = SustainedRateSearch.run(
                100, BRACKET, (rate, confirming) -> verdict(rate <= 80), () -> true, () -> false);

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.sustained().orElseThrow()).isLessThanOrEqualTo(80);
        assertThat(outcome.failed().orElseThrow()).isGreaterThan(80);
        assertThat(outcome.failed().orElseThrow() / outcome.sustained().orElseThrow())
                .isGreaterThan(1 + BRACKET);
        assertThat(outcome.steps().get(outcome.steps().size() - 1).confirming()).isTrue();
    }

    @Test
    void aClosedLoopThatSentNothingIsNoBeginning() {
        assertThatIllegalArgumentException().isThrownBy(() -> search(0, (rate, confirming) -> verdict(true)));
    }

    private static SustainedRateSearch.Outcome search(double closedLoop, SustainedRateSearch.Trials trials) {
        return SustainedRateSearch.run(closedLoop, BRACKET, trials, () -> false, () -> false);
    }

    /** So high that the search learns nothing from it. */
    private static final double ACHIEVED = 1e9;

    private static SustainedRateSearch.Verdict verdict(boolean sustained) {
        return new SustainedRateSearch.Verdict(
                sustained, ACHIEVED, sustained ? Optional.empty() : Optional.of("the backlog grew"), Optional.empty());
    }
}
