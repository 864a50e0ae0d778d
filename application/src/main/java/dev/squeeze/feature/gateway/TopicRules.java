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
 * Which records a topic takes, as {@code LogValidator} checks them. A broker refuses the whole batch of a record that is not
 * valid, so a record is checked before it is accepted.
 *
 * @param id of the topic; zero with brokers that give none
 * @param keyRequired the topic is compacted
 * @param createTime whether timestamps are the sender's, and so are checked
 * @param beforeMaxMillis how far in the past a timestamp may be
 * @param afterMaxMillis how far in the future
 * @param batchMaxBytes of a batch as it is sent
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
    /** One limit for both directions, until brokers 3.x (KIP-937). */
    private static final String DIFFERENCE = "message.timestamp.difference.max.ms";

    private static final long DEFAULT_AFTER_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long DEFAULT_BATCH_BYTES = (1 << 20) + 12;
    /** By this much the broker's clock may differ from ours, where the limit is not shorter itself. */
    private static final long CLOCK_MARGIN_MILLIS = TimeUnit.SECONDS.toMillis(5);
    /** Of a short limit, at most this part is kept as a margin. */
    private static final int MARGIN_PART = 4;

    private static final int BATCH_HEADER_BYTES = 61;

    TopicRules {
        if (beforeMaxMillis < 0 || afterMaxMillis < 0 || batchMaxBytes < 0) {
            throw new IllegalArgumentException("limits of a topic are not negative");
        }
    }

    /**
     * @param config a setting's value; absent where it is not known. What is not known is taken as Kafka's default: where
     *     that is wrong the broker refuses the record
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

    /** @throws RefusedException for a record that the topic does not take now, or will not when a broker sees it */
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
     * @param deliveryMillis for how long the record may wait in the producer before a broker sees it
     * @param compressed whether the producer compresses: then only the broker knows whether a batch is too large
     * @throws RefusedException for a record that the topic does not take
     */
    void require(ProducerRecord<byte[], byte[]> record, long nowMillis, long deliveryMillis, boolean compressed) {
        if (keyRequired && record.key() == null) {
            throw new RefusedException(
                    Refusal.BAD_REQUEST,
                    "topic " + record.topic()
                            + " is compacted (cleanup.policy) and takes no record without a key: send "
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
                    "a record takes " + bytes + " bytes in a batch of its own, and topic " + record.topic() + " takes "
                            + batchMaxBytes + " at most (max.message.bytes)");
        }
    }

    /** A timestamp in the future only gets nearer while the record waits, one in the past leaves its limit. */
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
                RequestRecords.TIMESTAMP + ": topic " + topic + " takes timestamps up to " + limitMillis + " ms "
                        + direction + ", less a margin for clocks and delivery (" + config + ")");
    }

    /** Of a batch with nothing else in it, not compressed: {@code DefaultRecord.sizeInBytes}. */
    static long batchBytes(ProducerRecord<byte[], byte[]> record) {
        // Attributes, and the distances to the batch's first timestamp and offset.
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

    /** Of a number that is not negative, in zigzag. */
    private static int varintBytes(long number) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(2 * number);
        return Math.max(1, (bits + 6) / 7);
    }
}
