package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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

        assertLeft(again, "already good");
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
    void recordsThatHardlyCompressAreLeftWithTheirCodec() {
        assertLeft(
                new AdviceCase()
                        .with("none", 1, 4_000, 4_000)
                        .with("zstd:1", 1.01, 3_000, 9_000)
                        .optimizing(Objective.NETWORK)
                        .today("zstd:1", 16_384, 5)
                        .advise(),
                "the records hardly compress");
    }

    @Test
    void textOfBytesThatDoNotCompressIsCompressedAllTheSame() {
        Recommendation advice = ofTwo("none", 1.8).values(hexOfRandomBytes()).advise();

        assertThat(advice.leaveIt()).isEmpty();
        assertThat(advice.recommended().settings().codec()).hasToString("zstd:1");
        assertThat(advice.caveats())
                .filteredOn(caveat -> caveat.kind().equals("text-of-bytes"))
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.message()).contains("hexadecimal digits", "50 %"));
    }

    @Test
    void suchTextIsLeftWhereItIsCompressedAlready() {
        ProducerSettings best =
                ofTwo("none", 1.8).values(hexOfRandomBytes()).advise().best().settings();

        assertLeft(
                ofTwo(best.codec().toString(), 1.8)
                        .today(best.codec().toString(), best.batchSizeBytes(), best.lingerMillis())
                        .values(hexOfRandomBytes())
                        .advise(),
                "the values are hexadecimal digits");
    }

    @Test
    void valuesThatWereCompressedAloneAreCompressedInBatchesWhereThatSaves() {
        Recommendation advice = ofTwo("none", 1.2)
                .optimizing(Objective.NETWORK)
                .values(gzipped())
                .advise();

        assertThat(advice.leaveIt()).isEmpty();
        assertThat(advice.recommended().settings().codec()).hasToString("zstd:1");
        assertThat(advice.caveats())
                .filteredOn(caveat -> caveat.kind().equals("compressed-values"))
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.message()).contains("gzip", "whole batches"));
    }

    private static AdviceCase ofTwo(String today, double ratio) {
        return new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("zstd:1", ratio, 500, 1_500)
                .today(today, 16_384, 5);
    }

    static List<byte[]> hexOfRandomBytes() {
        Random random = new Random(7);
        return Stream.generate(() -> {
                    byte[] bytes = new byte[96];
                    random.nextBytes(bytes);
                    return HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII);
                })
                .limit(100)
                .toList();
    }

    static List<byte[]> gzipped() {
        return Collections.nCopies(100, HexFormat.of().parseHex("1f8b0800000000000003cb48cdc9c95728cf2fca4901"));
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
                "already good");
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
                .with("lz4", 2.8, 0.3, 500, 1_500)
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

    /** A topic must get the same reason in a survey as on its own. */
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
