package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRulesTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final long DELIVERY_MILLIS = 120_000;
    private static final long HOUR_MILLIS = 3_600_000;

    @Test
    void withoutSettingsKafkasDefaultsHold() {
        TopicRules rules = rules(Map.of());

        refused(rules, NOW + HOUR_MILLIS + 1, "message.timestamp.after.max.ms");
        taken(rules, NOW + HOUR_MILLIS - 10_000);
        taken(rules, 0);
        assertThatCode(() -> require(rules, record(null, null, 10))).doesNotThrowAnyException();
    }

    @Test
    void limitsKeepAMarginForClocksAndForTheTimeInTheProducer() {
        TopicRules rules =
                rules(Map.of("message.timestamp.after.max.ms", "100000", "message.timestamp.before.max.ms", "1000000"));

        taken(rules, NOW + 95_000);
        refused(rules, NOW + 95_001, "message.timestamp.after.max.ms");
        taken(rules, NOW - 875_000);
        refused(rules, NOW - 875_001, "message.timestamp.before.max.ms");
    }

    @Test
    void ofAShortLimitThreeQuartersAreLeft() {
        TopicRules rules = rules(Map.of("message.timestamp.before.max.ms", "60000"));

        taken(rules, NOW - 45_000);
        refused(rules, NOW - 45_001, "message.timestamp.before.max.ms");
    }

    @Test
    void theOneLimitOfOlderBrokersHoldsForBothDirections() {
        TopicRules rules = rules(Map.of("message.timestamp.difference.max.ms", "1000000"));

        refused(rules, NOW + 1_000_000, "message.timestamp.after.max.ms");
        refused(rules, NOW - 1_000_000, "message.timestamp.before.max.ms");
    }

    @Test
    void withLogAppendTimeNoTimestampIsLookedAt() {
        taken(rules(Map.of("message.timestamp.type", "LogAppendTime")), NOW + 100 * HOUR_MILLIS);
    }

    @Test
    void aCompactedTopicNeedsAKey() {
        TopicRules rules = rules(Map.of("cleanup.policy", "delete,compact"));

        assertThatThrownBy(() -> require(rules, record(null, null, 10)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Kafka-Key");
        assertThatCode(() -> require(rules, record(null, "k", 10))).doesNotThrowAnyException();
    }

    @Test
    void whatIsCompressedMayFit() {
        TopicRules rules = rules(Map.of("max.message.bytes", "100"));

        assertThatThrownBy(() -> rules.require(record(null, null, 100), NOW, DELIVERY_MILLIS, false))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("max.message.bytes");
        assertThatCode(() -> rules.require(record(null, null, 100), NOW, DELIVERY_MILLIS, true))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 63, 64, 100, 8_000, 8_191, 8_192, 100_000, 2_000_000})
    void aBatchIsReckonedToTheByte(int valueBytes) {
        for (List<Header> headers : List.<List<Header>>of(
                List.of(), List.of(new RecordHeader("näme", null), new RecordHeader("b", new byte[70])))) {
            for (String key : new String[] {null, "", "key"}) {
                ProducerRecord<byte[], byte[]> record = record(headers, key, valueBytes);
                MemoryRecords batch = MemoryRecords.withRecords(
                        Compression.NONE,
                        new SimpleRecord(NOW, record.key(), record.value(), headers.toArray(Header[]::new)));

                assertThat(TopicRules.batchBytes(record)).isEqualTo(batch.sizeInBytes());
            }
        }
    }

    private static TopicRules rules(Map<String, String> configs) {
        return TopicRules.of(Uuid.ZERO_UUID, name -> Optional.ofNullable(configs.get(name)));
    }

    private static void taken(TopicRules rules, long timestampMillis) {
        assertThatCode(() -> require(rules, at(timestampMillis))).doesNotThrowAnyException();
    }

    private static void refused(TopicRules rules, long timestampMillis, String config) {
        assertThatThrownBy(() -> require(rules, at(timestampMillis)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(config);
    }

    private static void require(TopicRules rules, ProducerRecord<byte[], byte[]> record) {
        rules.require(record, NOW, DELIVERY_MILLIS, false);
    }

    private static ProducerRecord<byte[], byte[]> at(long timestampMillis) {
        return new ProducerRecord<>("t", null, timestampMillis, new byte[1], new byte[1]);
    }

    private static ProducerRecord<byte[], byte[]> record(
            @Nullable List<Header> headers, @Nullable String key, int valueBytes) {
        return new ProducerRecord<>(
                "t",
                null,
                null,
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                new byte[valueBytes],
                headers == null ? List.of() : headers);
    }
}
