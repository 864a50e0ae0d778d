package dev.squeeze.benchmarks.chaos;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Checksum of what a consumer with {@code isolation.level=read_committed} reads from a partition; shares no code with
 * the copying.
 *
 * @param sha256 over timestamp, key, value and headers of each record, in order
 */
record PartitionChecksum(long records, String sha256) {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int SHOWN = 16;

    static Map<Integer, PartitionChecksum> read(String bootstrap, String topic) {
        Map<Integer, MessageDigest> digests = new TreeMap<>();
        Map<Integer, Long> counts = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic, TIMEOUT).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            partitions.forEach(partition -> digests.put(partition.partition(), newDigest()));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, TIMEOUT);
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    MessageDigest digest = digests.get(record.partition());
                    if (digest != null) {
                        add(digest, record);
                        counts.merge(record.partition(), 1L, Long::sum);
                    }
                }
            }
        }
        Map<Integer, PartitionChecksum> checksums = new TreeMap<>();
        digests.forEach((partition, digest) -> checksums.put(
                partition,
                new PartitionChecksum(
                        counts.getOrDefault(partition, 0L), HexFormat.of().formatHex(digest.digest()))));
        return checksums;
    }

    private static void add(MessageDigest digest, ConsumerRecord<byte[], byte[]> record) {
        digest.update(
                ByteBuffer.allocate(Long.BYTES).putLong(record.timestamp()).flip());
        add(digest, record.key());
        add(digest, record.value());
        for (Header header : record.headers()) {
            add(digest, header.key().getBytes(StandardCharsets.UTF_8));
            add(digest, header.value());
        }
    }

    private static void add(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(bytes == null ? -1 : bytes.length)
                .flip());
        if (bytes != null) {
            digest.update(bytes);
        }
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static long records(Map<Integer, PartitionChecksum> partitions) {
        return partitions.values().stream()
                .mapToLong(PartitionChecksum::records)
                .sum();
    }

    /** The beginning of a checksum over the checksums of all partitions. */
    static String together(Map<Integer, PartitionChecksum> partitions) {
        MessageDigest digest = newDigest();
        partitions
                .values()
                .forEach(partition -> digest.update(partition.sha256().getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN);
    }
}
