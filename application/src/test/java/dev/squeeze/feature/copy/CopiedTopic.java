package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.kafka.ContentDigest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic that is copied despite failures, and what consumers with read_committed see of it and of its copies. */
final class CopiedTopic {
    static final String NAME = "original";
    private static final long TIMEOUT_SECONDS = 60;
    private static final long FIRST_MILLIS = 1_600_000_000_000L;

    private final ClusterTarget cluster;
    private final String name;
    private final int partitions;
    private final Random random = new Random(97);
    private int written;

    /** Creates the topic with the default name. */
    CopiedTopic(ClusterTarget cluster, int partitions, int replicas) {
        this(cluster, NAME, partitions, replicas);
    }

    /** Creates the topic. */
    CopiedTopic(ClusterTarget cluster, String name, int partitions, int replicas) {
        this.cluster = cluster;
        this.name = name;
        this.partitions = partitions;
        Topics.create(cluster, List.of(new TopicSpec(name, partitions, replicas, Map.of("retention.ms", "-1"))));
    }

    /** Adds records, some with headers, some without a value; half of each value does not compress. */
    void write(int records, int valueBytes) {
        Map<String, Object> settings = new HashMap<>(cluster.connection());
        settings.putAll(Map.of("compression.type", "lz4", "batch.size", "16384", "linger.ms", "20"));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(record(written++, valueBytes));
            }
        }
    }

    private ProducerRecord<byte[], byte[]> record(int number, int valueBytes) {
        byte[] value =
                ("value-" + number + " ".repeat(Math.max(0, valueBytes / 2))).getBytes(StandardCharsets.US_ASCII);
        byte[] noise = new byte[valueBytes / 2];
        random.nextBytes(noise);
        byte[] all = new byte[value.length + noise.length];
        System.arraycopy(value, 0, all, 0, value.length);
        System.arraycopy(noise, 0, all, value.length, noise.length);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                name,
                number % partitions,
                FIRST_MILLIS + number,
                ("key-" + number % 1_000).getBytes(StandardCharsets.US_ASCII),
                number % 50 == 49 ? null : all);
        if (number % 7 == 0) {
            record.headers()
                    .add(new RecordHeader("trace", Integer.toString(number).getBytes(StandardCharsets.US_ASCII)));
        }
        return record;
    }

    /** One record that does not compress. */
    void writeLarge(int partition, int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(cluster.connection(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(name, partition, FIRST_MILLIS, null, noise));
            written++;
        }
    }

    /**
     * Every committed record of a topic, as a number for its key, value, headers and timestamp, by partition in the order of
     * offsets.
     */
    static Map<Integer, List<Long>> committed(ClusterTarget cluster, String topic) {
        Map<String, Object> settings = new HashMap<>(cluster.connection());
        settings.put("isolation.level", "read_committed");
        Map<Integer, List<Long>> records = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(one -> new TopicPartition(topic, one.partition()))
                    .toList();
            all.forEach(one -> records.put(one.partition(), new ArrayList<>()));
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
            while (all.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                assertThat(System.nanoTime()).as("reading " + topic).isLessThan(deadlineNanos);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    records.computeIfAbsent(record.partition(), partition -> new ArrayList<>())
                            .add(ContentDigest.of(record));
                }
            }
        }
        return records;
    }

    /** Asserts that a topic has each record of this one once, in its partition and order. */
    void assertCopiedTo(ClusterTarget destination, String... topics) {
        Map<Integer, List<Long>> wanted = committed(cluster, name);
        assertThat(wanted.values().stream().mapToInt(List::size).sum()).isEqualTo(written);
        for (String topic : topics) {
            Map<Integer, List<Long>> found = committed(destination, topic);
            assertThat(found.keySet()).as(topic).isEqualTo(wanted.keySet());
            // Not a single isEqualTo: a failure would print a hundred thousand numbers.
            wanted.forEach((partition, records) -> {
                List<Long> copied = found.getOrDefault(partition, List.of());
                assertThat(copied.size())
                        .as("records in " + topic + "-" + partition)
                        .isEqualTo(records.size());
                assertThat(copied.equals(records))
                        .as("the records of " + topic + "-" + partition)
                        .isTrue();
            });
        }
    }
}
