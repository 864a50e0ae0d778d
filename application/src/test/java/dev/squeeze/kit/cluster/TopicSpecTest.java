package dev.squeeze.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicSpecTest {
    private static final String UNLIMITED = String.valueOf(Long.MAX_VALUE);

    private static TopicSpec with(Map<String, String> configs) {
        return new TopicSpec("orders", 3, 2, configs);
    }

    @Test
    void unlimitedTimestampsAreOneSettingOfBrokersBefore36() {
        TopicSpec spec = with(Map.of(
                "retention.ms",
                "-1",
                "message.timestamp.before.max.ms",
                UNLIMITED,
                "message.timestamp.after.max.ms",
                UNLIMITED));

        assertThat(spec.forBrokersBefore36())
                .contains(with(Map.of("retention.ms", "-1", "message.timestamp.difference.max.ms", UNLIMITED)));
    }

    @Test
    void aLimitThatOlderBrokersCannotExpressIsNotDropped() {
        assertThat(with(Map.of("message.timestamp.before.max.ms", "1000", "message.timestamp.after.max.ms", UNLIMITED))
                        .forBrokersBefore36())
                .isEmpty();
        assertThat(with(Map.of("message.timestamp.before.max.ms", UNLIMITED)).forBrokersBefore36())
                .isEmpty();
    }

    @Test
    void aTopicWithoutTimestampLimitsHasNoFormerSettings() {
        assertThat(with(Map.of("retention.ms", "-1")).forBrokersBefore36()).isEmpty();
    }
}
