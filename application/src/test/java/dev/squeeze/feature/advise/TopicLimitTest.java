package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Brokers refuse batches above the topic's max.message.bytes. */
@Tag("slow")
class TopicLimitTest {
    @Test
    void noLargerBatchSizeIsComparedThanTheTopicTakes() {
        Recommendation unlimited = usual(OptionalInt.empty());
        Recommendation limited = usual(OptionalInt.of(100_000));

        assertThat(unlimited.recommended().settings().batchSizeBytes()).isGreaterThan(100_000);
        assertThat(limited.recommended().settings().batchSizeBytes()).isEqualTo(65_536);
        assertThat(compared(limited))
                .extracting(ProducerSettings::batchSizeBytes)
                .contains(16_384, 32_768, 65_536)
                .allMatch(bytes -> bytes <= 100_000);
        assertThat(kinds(unlimited)).doesNotContain("batches-limited-by-topic");
        assertThat(limited.caveats())
                .filteredOn(caveat -> caveat.kind().equals("batches-limited-by-topic"))
                .singleElement()
                .satisfies(caveat ->
                        assertThat(caveat.message()).contains("batch.size above 65536", "max.message.bytes=100000"));
    }

    @Test
    void aLimitThatIsFarAboveTheBatchesIsNotMentioned() {
        assertThat(kinds(usual(OptionalInt.of(1_048_588)))).doesNotContain("batches-limited-by-topic");
        assertThat(kinds(AdviceCase.noneAndZstd()
                        .on(HandMade.workload(2_000).withMaxMessageBytes(OptionalInt.of(100_000)))
                        .advise()))
                .as("batches that their linger closes")
                .doesNotContain("batches-limited-by-topic");
    }

    /** Such batches exist already, but with a longer linger they would have more records. */
    @Test
    void todaysSizeStaysWhereRecordsWaitNoLonger() {
        Recommendation advice = AdviceCase.noneAndZstd()
                .today("none", 1_048_576, 10)
                .optimizing(Objective.NETWORK)
                .on(busy(OptionalInt.of(100_000)))
                .advise();

        assertThat(compared(advice))
                .filteredOn(settings -> settings.batchSizeBytes() > 100_000)
                .isNotEmpty()
                .allSatisfy(settings -> {
                    assertThat(settings.batchSizeBytes()).isEqualTo(1_048_576);
                    assertThat(settings.lingerMillis()).isLessThanOrEqualTo(10);
                });
    }

    @Test
    void whereTheTopicTakesNoUsualSizeItsLimitIsCompared() {
        assertThat(compared(usual(OptionalInt.of(10_000))))
                .filteredOn(settings -> settings.batchSizeBytes() == 10_000)
                .isNotEmpty();
    }

    private static Recommendation usual(OptionalInt maxMessageBytes) {
        return AdviceCase.noneAndZstd()
                .optimizing(Objective.NETWORK)
                .on(busy(maxMessageBytes))
                .advise();
    }

    private static Workload busy(OptionalInt maxMessageBytes) {
        return HandMade.workload(1_000_000).withMaxMessageBytes(maxMessageBytes);
    }

    private static List<ProducerSettings> compared(Recommendation advice) {
        return advice.compared().orElseThrow().stream()
                .map(candidate -> candidate.settings())
                .toList();
    }

    private static List<String> kinds(Recommendation advice) {
        return advice.caveats().stream().map(Caveat::kind).toList();
    }
}
