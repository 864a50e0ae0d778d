package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LeaveItTest {
    @Test
    void todaysSettingsStayWhereTheyAreTheBest() {
        ProducerSettings best = AdviceCase.usual().advise().best().settings();

        Recommendation again = AdviceCase.usual()
                .today(best.codec().toString(), best.batchSizeBytes(), best.lingerMillis())
                .advise();

        assertLeft(again, "it is good already");
        assertThat(again.verdict()).startsWith("Keep today's settings, " + best);
        assertThat(again.savings().money().estimate()).isZero();
    }

    @Test
    void recordsThatHardlyCompressAreLeft() {
        assertLeft(
                new AdviceCase()
                        .with("none", 1, 4_000, 4_000)
                        .with("zstd:1", 1.025, 3_000, 9_000)
                        .optimizing(Objective.NETWORK)
                        .today("none", 524_288, 100)
                        .advise(),
                "the records hardly compress");
    }

    @Test
    void aGainBelowTwoPerCentIsLeft() {
        assertLeft(
                new AdviceCase()
                        .with("none", 1, 4_000, 4_000)
                        .with("lz4", 3, 500, 1_500)
                        .with("zstd:1", 3.025, 500, 1_500)
                        .today("lz4", 524_288, 100)
                        .optimizing(Objective.NETWORK)
                        .advise(),
                "it is good already");
    }

    @Test
    void anotherLevelAloneMustGainFivePerCent() {
        assertLeft(
                new AdviceCase()
                        .with("none", 1, 4_000, 4_000)
                        .with("zstd:1", 4, 350, 900)
                        .with("zstd:2", 4.12, 350, 900)
                        .today("zstd:1", 32_768, 5)
                        .on(HandMade.workload(200_000))
                        .withinLatency(10)
                        .optimizing(Objective.NETWORK)
                        .advise(),
                "only the level would change (zstd:1 to zstd:2)");
    }

    @Test
    void aSavingWithinItsErrorIsLeft() {
        Recommendation advice = new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("lz4", 3, 0.3, 500, 1_500)
                .with("zstd:1", 3.6, 0.3, 500, 1_500)
                .today("lz4", 524_288, 100)
                .advise();

        assertLeft(advice, "is within its error");
        // Two amounts of money, each with its unit.
        assertThat(advice.verdict()).containsPattern("[\\d,]+ USD/month is within its error of [\\d,]+ USD/month");
    }

    @Test
    void lessThanOneDollarAMonthIsLeft() {
        assertLeft(
                AdviceCase.usual().on(HandMade.workload(2)).advise(),
                "at this rate the best setting would save only 0.");
    }

    /** A topic must not get one reason in a survey and another when it is looked at alone. */
    @Test
    void doubtsAboutMoneyHaveOneOrder() {
        ConfidenceInterval both = ConfidenceInterval.around(0.5, 3, 5);

        assertThat(MoneyDoubt.about(both)).contains(MoneyDoubt.TOO_SMALL);
        assertThat(MoneyDoubt.about(ConfidenceInterval.around(5, 9, 5))).contains(MoneyDoubt.WITHIN_ERROR);
        assertThat(MoneyDoubt.about(ConfidenceInterval.around(5, 3, 5))).isEmpty();
    }

    @Test
    void aGainThatIsWorthItIsNotLeft() {
        Recommendation advice = AdviceCase.usual().advise();

        assertThat(advice.leaveIt()).isEmpty();
        assertThat(advice.recommended()).isEqualTo(advice.best());
    }

    private static void assertLeft(Recommendation advice, String reason) {
        assertThat(advice.leaveIt()).hasValueSatisfying(why -> assertThat(why).contains(reason));
        assertThat(advice.recommended()).isEqualTo(advice.current());
        assertThat(advice.verdict()).startsWith("Keep today's settings, ");
    }
}
