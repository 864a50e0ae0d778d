package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings of a topic delete records that another topic keeps. */
class TopicRetentionTest {
    @ParameterizedTest
    @CsvSource({
        "delete, 604800000, -1, delete, 604800000, -1",
        "delete, 7776000000, -1, delete, 604800000, -1",
        "delete, -1, -1, delete, 604800000, 1000",
        "delete, 604800000, 2000, delete, 604800000, 1000",
        "compact, 1, 1, compact, 1, 1",
        "compact, 604800000, -1, 'compact,delete', 604800000, -1",
        "'', 1, 1, delete, -1, -1"
    })
    void aTopicThatDeletesNoMoreDiffersInNothing(
            String policy, String millis, String bytes, String sourcePolicy, String sourceMillis, String sourceBytes) {
        assertThat(retention(policy, millis, bytes).differences(retention(sourcePolicy, sourceMillis, sourceBytes)))
                .isEmpty();
    }

    @Test
    void aShorterTimeIsNamedWithBothValuesAndItsRemedy() {
        TopicRetention source = retention("delete", "7776000000", "-1");
        TopicRetention copy = retention("delete", "604800000", "-1");

        assertThat(copy.differences(source))
                .containsExactly("retention.ms=604800000 (7 d), the source 7776000000 (90 d)");
        assertThat(copy.settingsToKeepAll(source)).isEqualTo("retention.ms=7776000000");
    }

    @Test
    void aSizeWhereTheSourceHasNoneIsNamed() {
        TopicRetention source = retention("delete", "604800000", "-1");
        TopicRetention copy = retention("delete", "604800000", "1073741824");

        assertThat(copy.differences(source)).containsExactly("retention.bytes=1073741824 (1 GiB), the source no limit");
        assertThat(copy.settingsToKeepAll(source)).isEqualTo("retention.bytes=-1");
    }

    /** A compacted source keeps the last record of each key, whatever its retention.ms. */
    @Test
    void aCopyThatDeletesByTimeKeepsLessThanACompactedSource() {
        TopicRetention source = retention("compact", "604800000", "-1");
        TopicRetention copy = retention("delete", "604800000", "-1");

        assertThat(copy.differences(source)).containsExactly("retention.ms=604800000 (7 d), the source no limit");
        assertThat(copy.settingsToKeepAll(source)).isEqualTo("retention.ms=-1");
    }

    /** Limits that have no effect with compaction take effect without it. */
    @Test
    void aCopyThatIsCompactedWhereTheSourceIsNotGetsTheSourcesLimitsToo() {
        TopicRetention source = retention("delete", "7776000000", "-1");
        TopicRetention copy = retention("compact", "604800000", "5");

        assertThat(copy.differences(source)).containsExactly("cleanup.policy=compact, the source delete");
        assertThat(copy.settingsToKeepAll(source))
                .isEqualTo("cleanup.policy=delete,retention.ms=7776000000,retention.bytes=-1");
    }

    @Test
    void timesBeyondAllDurationsArePrintedAsTheyAre() {
        TopicRetention source = retention("delete", "-1", "-1");

        assertThat(retention("delete", "9223372036854775807", "-1").differences(source))
                .isEmpty();
        assertThat(retention("delete", "9223372036854775806", "-1").differences(source))
                .containsExactly("retention.ms=9223372036854775806, the source no limit");
    }

    @Test
    void withoutThePermissionToReadSettingsNothingIsKnown() {
        assertThat(TopicRetention.of(Map.of())).isEmpty();
    }

    private static TopicRetention retention(String policy, String millis, String bytes) {
        return TopicRetention.of(Map.of("cleanup.policy", policy, "retention.ms", millis, "retention.bytes", bytes))
                .orElseThrow();
    }
}
