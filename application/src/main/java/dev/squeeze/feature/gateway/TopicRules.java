package dev.squeeze.feature.gateway;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The rules that records of a topic must meet, as checked by the broker's {@code LogValidator}. A broker rejects the
 * whole batch if one record is invalid, so each record is checked before it is accepted.
 *
 * @param id id of the topic; zero if the broker has none
 * @param keyRequired whether records need a key, since the topic is compacted
 * @param createTime whether the sender sets the timestamps, which are then checked
 * @param beforeMaxMillis how far in the past a timestamp may be
 * @param afterMaxMillis how far in the future it may be
 * @param batchMaxBytes maximum bytes of a batch as sent
 */
record TopicRules(
        Uuid id,
        boolean keyRequired,
        boolean createTime,
        long beforeMaxMillis,
        long afterMaxMillis,
        long batchMaxBytes) {
    private static final String BEFORE = "message.timestamp.before.max.ms";
    private static final String AFTER = "message.timestamp.after.max.ms";
    /** A single limit for both directions, in brokers up to 3.x (KIP-937). */
    private static final String DIFFERENCE = "message.timestamp.difference.max.ms";

    private static final long DEFAULT_AFTER_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long DEFAULT_BATCH_BYTES = (1 << 20) + 12;
    /** Allowance for a difference between the broker's clock and ours; less for short limits. */
    private static final long CLOCK_MARGIN_MILLIS = TimeUnit.SECONDS.toMillis(5);
    /** The margin is at most the limit divided by this. */
    private static final int MARGIN_PART = 4;

    private static final int BATCH_HEADER_BYTES = 61;

    TopicRules {
        if (beforeMaxMillis < 0 || afterMaxMillis < 0 || batchMaxBytes < 0) {
            throw new IllegalArgumentException("limits of a topic are not negative");
        }
    }

    /**
     * @param config returns a setting's value; absent if unknown. Kafka's default is assumed then; if that is wrong,
     *     the broker rejects the record
     */
    static TopicRules of(Uuid id, Function<String, Optional<String>> config) {
        Optional<String> both = config.apply(DIFFERENCE);
        return new TopicRules(
                id,
                config.apply("cleanup.policy").orElse("").contains("compact"),
                !config.apply("message.timestamp.type").orElse("").equals("LogAppendTime"),
                number(config.apply(BEFORE).or(() -> both), Long.MAX_VALUE),
                number(config.apply(AFTER).or(() -> both), DEFAULT_AFTER_MILLIS),
                number(config.apply("max.message.bytes"), DEFAULT_BATCH_BYTES));
    }

    private static long number(Optional<String> value, long otherwise) {
        try {
            return value.map(Long::parseLong).filter(number -> number >= 0).orElse(otherwise);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /**
     * @throws RefusedException if the topic does not accept a record now, or will not by the time it reaches a broker
     */
    void require(List<ProducerRecord<byte[], byte[]>> records, GatewayOptions options) {
        long nowMillis = System.currentTimeMillis();
        long deliveryMillis = options.deliveryTimeout().toMillis();
        boolean compressed = options.compresses();
        for (ProducerRecord<byte[], byte[]> record : records) {
            require(record, nowMillis, deliveryMillis, compressed);
        }
    }

    /**
     * @param nowMillis since 1970
     * @param deliveryMillis how long the record may wait in the producer before it reaches a broker
     * @param compressed whether the producer compresses; then the size of the batch is only known later and is not
     *     checked
     * @throws RefusedException if the topic does not accept the record
     */
    void require(ProducerRecord<byte[], byte[]> record, long nowMillis, long deliveryMillis, boolean compressed) {
        if (keyRequired && record.key() == null) {
            throw new RefusedException(
                    Refusal.BAD_REQUEST,
                    "topic " + record.topic()
                            + " is compacted (cleanup.policy) and does not accept records without a key: send "
                            + RequestRecords.KEY);
        }
        Long timestamp = record.timestamp();
        if (createTime && timestamp != null) {
            requireInRange(record.topic(), nowMillis - timestamp, deliveryMillis);
        }
        long bytes = compressed ? 0 : batchBytes(record);
        if (bytes > batchMaxBytes) {
            throw new RefusedException(
                    Refusal.TOO_LARGE,
                    "a record takes " + bytes + " bytes in a batch of its own, but topic " + record.topic()
                            + " accepts " + batchMaxBytes + " at most (max.message.bytes)");
        }
    }

    /** While a record waits, a timestamp in the past moves towards its limit and one in the future away from it. */
    private void requireInRange(String topic, long ageMillis, long deliveryMillis) {
        if (ageMillis > beforeMaxMillis - margin(beforeMaxMillis, deliveryMillis + CLOCK_MARGIN_MILLIS)) {
            throw outOfRange(topic, "before now", beforeMaxMillis, BEFORE);
        }
        if (-ageMillis > afterMaxMillis - margin(afterMaxMillis, CLOCK_MARGIN_MILLIS)) {
            throw outOfRange(topic, "after now", afterMaxMillis, AFTER);
        }
    }

    private static long margin(long limitMillis, long wantedMillis) {
        return Math.min(limitMillis / MARGIN_PART, wantedMillis);
    }

    private static RefusedException outOfRange(String topic, String direction, long limitMillis, String config) {
        return new RefusedException(
                Refusal.BAD_REQUEST,
                RequestRecords.TIMESTAMP + ": topic " + topic + " accepts timestamps up to " + limitMillis + " ms "
                        + direction + ", less a margin for clocks and delivery (" + config + ")");
    }

    /** Bytes of an uncompressed batch that contains only this record, as in {@code DefaultRecord.sizeInBytes}. */
    static long batchBytes(ProducerRecord<byte[], byte[]> record) {
        // Attributes, and the deltas to the batch's first timestamp and offset.
        long bytes = 1 + 1 + 1 + sized(record.key()) + sized(record.value());
        int headers = 0;
        for (Header header : record.headers()) {
            headers++;
            bytes += sized(header.key().getBytes(StandardCharsets.UTF_8)) + sized(header.value());
        }
        bytes += varintBytes(headers);
        return BATCH_HEADER_BYTES + varintBytes(bytes) + bytes;
    }

    private static long sized(byte @Nullable [] bytes) {
        return bytes == null ? 1 : (long) varintBytes(bytes.length) + bytes.length;
    }

    /** Bytes of a non-negative number as a zigzag-encoded varint. */
    private static int varintBytes(long number) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(2 * number);
        return Math.max(1, (bits + 6) / 7);
    }
}
