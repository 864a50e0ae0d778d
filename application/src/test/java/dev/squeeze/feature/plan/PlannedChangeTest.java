package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlannedChangeTest {
    private static PlannedChange deeperBatches(String topic) {
        return new Planner(Owners.NONE, 0, Optional.empty())
                .changes(PlanFixtures.of(List.of(PlanFixtures.topic(
                        topic,
                        PlanFixtures.settings("zstd:3", 16_384, 5),
                        PlanFixtures.settings("zstd:3", 262_144, 5),
                        90,
                        9,
                        "zstd=1"))))
                .get(0);
    }

    /** The log is zstd because brokers recompress it: producers may send lz4, and would continue to. */
    @ParameterizedTest
    @EnumSource
    void whereTheTopicHasACodecOfItsOwnThatOfProducersIsWritten(ConfigForm form) {
        assertThat(String.join("\n", deeperBatches(PlanFixtures.SET_TO_ZSTD).lines(form))
                        .toLowerCase(Locale.ROOT))
                .contains("zstd");
        assertThat(String.join("\n", deeperBatches("orders").lines(form)).toLowerCase(Locale.ROOT))
                .doesNotContain("zstd");
    }
}
