package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.kit.cluster.Answer;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A report prices a topic from recorded settings, so all settings that limit its disk usage are recorded. */
class TopicBoardSettingsTest {
    @Test
    void whatBoundsTheDisksOfATieredTopicIsWrittenDown() {
        TopicFacts facts = TopicBoard.of(
                new TopicOnCluster(
                        "orders",
                        6,
                        3,
                        3,
                        OptionalInt.of(3),
                        new Answer.Given<>(Map.of(
                                "remote.storage.enable",
                                "true",
                                "retention.ms",
                                "2592000000",
                                "local.retention.ms",
                                "-2",
                                "local.retention.bytes",
                                "10737418240",
                                "compression.type",
                                "zstd",
                                "segment.ms",
                                "3600000")),
                        Set.of(),
                        new Answer.Given<>(2)),
                Instant.EPOCH);

        assertThat(facts.settings().orElseThrow())
                .containsOnlyKeys(
                        "compression.type",
                        "local.retention.bytes",
                        "local.retention.ms",
                        "remote.storage.enable",
                        "retention.ms");
    }
}
