package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SurveyTopicTest {
    private static final Duration AGE = Duration.ofDays(3);

    private static Duration retention(Map<String, String> settings) {
        return topic(Optional.of(settings)).retention(AGE);
    }

    private static SurveyTopic topic(Optional<Map<String, String>> settings) {
        return new SurveyTopic("orders", 1, 3, OptionalLong.empty(), settings);
    }

    @Test
    void timeBoundsWhatIsKeptWhereTheTopicSaysSo() {
        assertThat(retention(Map.of("retention.ms", "86400000"))).isEqualTo(Duration.ofDays(1));
        assertThat(retention(Map.of("retention.ms", "864000000", "retention.bytes", "-1")))
                .isEqualTo(Duration.ofDays(10));
        assertThat(topic(Optional.empty()).retention(AGE)).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void whereTimeDoesNotBoundItTheLogsAgeStandsForIt() {
        assertThat(retention(Map.of("retention.ms", "-1"))).isEqualTo(AGE);
        assertThat(retention(Map.of("cleanup.policy", "compact", "retention.ms", "86400000")))
                .isEqualTo(AGE);
        assertThat(retention(Map.of("retention.ms", "864000000", "retention.bytes", "1000000")))
                .isEqualTo(AGE);
        assertThat(retention(Map.of("cleanup.policy", "compact,delete", "retention.ms", "86400000")))
                .isEqualTo(Duration.ofDays(1));
    }

    @Test
    void ofATieredTopicBrokersKeepTheLocalPart() {
        Map<String, String> hour =
                Map.of("remote.storage.enable", "true", "retention.ms", "864000000", "local.retention.ms", "3600000");
        Map<String, String> asTheRetention =
                Map.of("remote.storage.enable", "true", "retention.ms", "864000000", "local.retention.ms", "-2");

        assertThat(retention(hour)).isEqualTo(Duration.ofDays(10));
        assertThat(topic(Optional.of(hour)).localRetention(Duration.ofDays(10))).hasValue(Duration.ofHours(1));
        assertThat(topic(Optional.of(asTheRetention)).localRetention(Duration.ofDays(10)))
                .hasValue(Duration.ofDays(10));
        assertThat(topic(Optional.of(Map.of("local.retention.ms", "3600000"))).localRetention(Duration.ofDays(10)))
                .isEmpty();
    }

    @Test
    void aTopicsOwnCodecIsToldUnlessProducersChoose() {
        assertThat(topic(Optional.of(Map.of("compression.type", "producer"))).brokerCodec())
                .isEmpty();
        assertThat(topic(Optional.of(Map.of("compression.type", "gzip"))).brokerCodec())
                .hasValue("gzip");
        assertThat(topic(Optional.empty()).brokerCodec()).isEmpty();
    }
}
