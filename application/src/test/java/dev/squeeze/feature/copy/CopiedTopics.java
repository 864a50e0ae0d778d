package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.kafka.Acks;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawProducer;
import dev.squeeze.kit.kafka.RawProducerOptions;
import dev.squeeze.kit.kafka.SendOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics to copy, and what Kafka's own consumer reads from them and from their copies. */
final class CopiedTopics {
    /** Part of every key and value; must never be printed. */
    static final String CONTENT = "do-not-print-me";

    static final int PARTITIONS = 3;
    static final int ABORTED = 14;

    private static final long START_MILLIS = 1_760_000_000_000L;
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private CopiedTopics() {}

    /** Writes all kinds of records in all kinds of batches, to three partitions. */
    static void everything(BrokerForTests broker, String topic) {
        broker.create(
                topic,
                PARTITIONS,
                Map.of("retention.ms", "-1", "message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE)));
        for (String codec : List.of("none", "gzip", "zstd")) {
            try (KafkaProducer<byte[], byte[]> producer = producer(broker, codec, "")) {
                for (int i = 0; i < 300; i++) {
                    producer.send(any(topic, i));
                    if (i % 30 == 29) {
                        producer.flush();
                    }
                }
            }
        }
        try (KafkaProducer<byte[], byte[]> one = producer(broker, "lz4", topic + "-one");
                KafkaProducer<byte[], byte[]> two = producer(broker, "none", topic + "-two")) {
            one.initTransactions();
            two.initTransactions();
            one.beginTransaction();
            two.beginTransaction();
            for (int i = 0; i < ABORTED; i++) {
                one.send(any(topic, i));
                one.flush();
                two.send(any(topic, i + 100));
                two.flush();
            }
            one.abortTransaction();
            two.commitTransaction();
        }
        withoutTimestamps(broker, topic);
    }

    /** As old clients in other languages send them. */
    private static void withoutTimestamps(BrokerForTests broker, String topic) {
        try (RawClient client =
                RawClient.open(Map.of("bootstrap.servers", broker.address()), RawClientOptions.DEFAULTS)) {
            RawProducer producer = new RawProducer(client, RawProducerOptions.oneByOne(Acks.ALL));
            BatchRecord record = new BatchRecord(null, bytes("no time"), BatchRecord.NO_HEADERS, -1);
            producer.send(
                    new PartitionId(topic, 1),
                    KafkaBatches.batch(Compression.NONE, record, record),
                    (to, outcome) -> assertThat(outcome).isInstanceOf(SendOutcome.Stored.class));
            producer.flush();
        }
    }

    private static ProducerRecord<byte[], byte[]> any(String topic, int i) {
        byte @Nullable [] key = i % 4 == 0 ? null : i % 4 == 1 ? new byte[0] : bytes(CONTENT + i % 7);
        byte @Nullable [] value =
                i % 11 == 3 ? null : i % 11 == 4 ? new byte[0] : bytes((CONTENT + i).repeat(1 + i % 9));
        long millis =
                switch (i % 6) {
                    case 0 -> 0;
                    case 1 -> 4_000_000_000_000L;
                    case 2 -> START_MILLIS - 1_000L * i;
                    default -> START_MILLIS + i;
                };
        List<Header> headers = new ArrayList<>();
        for (int h = 0; h < i % 5; h++) {
            headers.add(new RecordHeader(h < 2 ? "doubled" : "größe-" + h, h == 3 ? null : bytes("h" + i)));
        }
        return new ProducerRecord<>(topic, i % PARTITIONS, millis, key, value, headers);
    }

    /** Writes the given range of records to one partition, in batches of ten, one millisecond apart. */
    static void numbered(BrokerForTests broker, String topic, int from, int to) {
        try (KafkaProducer<byte[], byte[]> producer = producer(broker, "lz4", "")) {
            for (int i = from; i < to; i++) {
                producer.send(new ProducerRecord<>(topic, 0, START_MILLIS + i, bytes("k" + i), bytes("value " + i)));
                if (i % 10 == 9) {
                    producer.flush();
                }
            }
        }
    }

    static long millisOf(int number) {
        return START_MILLIS + number;
    }

    static KafkaProducer<byte[], byte[]> producer(BrokerForTests broker, String codec, String transactionalId) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        settings.put("compression.type", codec);
        settings.put("linger.ms", "60000");
        settings.put("batch.size", "4194304");
        settings.put("max.request.size", "8388608");
        if (!transactionalId.isEmpty()) {
            settings.put("transactional.id", transactionalId);
        }
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** The committed records of a partition by offset, with everything that a consumer receives. */
    static TreeMap<Long, String> committed(BrokerForTests broker, String topic, int partition) {
        TopicPartition assigned = new TopicPartition(topic, partition);
        TreeMap<Long, String> records = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(broker, "read_committed")) {
            consumer.assign(List.of(assigned));
            consumer.seekToBeginning(List.of(assigned));
            long end = stableEnd(broker, consumer, assigned);
            long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
            while (consumer.position(assigned) < end && System.nanoTime() < deadlineNanos) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    records.put(record.offset(), text(record));
                }
            }
        }
        return records;
    }

    /** The markers of a commit may be written shortly after its response. */
    private static long stableEnd(
            BrokerForTests broker, KafkaConsumer<byte[], byte[]> committed, TopicPartition partition) {
        try (KafkaConsumer<byte[], byte[]> all = consumer(broker, "read_uncommitted")) {
            long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
            while (true) {
                long end = all.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
                long stable = committed.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
                if (stable >= end || System.nanoTime() > deadlineNanos) {
                    assertThat(stable).isGreaterThanOrEqualTo(end);
                    return stable;
                }
            }
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(BrokerForTests broker, String isolation) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address(), "isolation.level", isolation),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        StringBuilder text = new StringBuilder()
                .append(record.timestamp())
                .append(" key ")
                .append(hex(record.key()))
                .append(" value ")
                .append(hex(record.value()));
        record.headers()
                .forEach(header ->
                        text.append(' ').append(header.key()).append('=').append(hex(header.value())));
        return text.toString();
    }

    private static String hex(byte @Nullable [] bytes) {
        return bytes == null ? "none" : "'" + HexFormat.of().formatHex(bytes) + "'";
    }

    /** Asserts that the copy has exactly the committed records of the source, in the same order. */
    static void assertSame(BrokerForTests from, String topic, BrokerForTests to, String copy, int partitions) {
        for (int i = 0; i < partitions; i++) {
            assertThat(new ArrayList<>(committed(to, copy, i).values()))
                    .as("partition %d of %s", i, copy)
                    .isEqualTo(new ArrayList<>(committed(from, topic, i).values()))
                    .isNotEmpty();
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
