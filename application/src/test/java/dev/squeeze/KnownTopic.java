package dev.squeeze;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A topic written by Kafka's own producer whose batches are all known, because each is flushed separately. */
final class KnownTopic {
    /** Records in the largest batches. */
    static final int DEEP = 25;

    private static final long START_MILLIS = 1_760_000_000_000L;

    private final String name;
    private final int partitions;
    private final Map<String, Long> batchesByCodec = new TreeMap<>();
    private final Map<String, Long> recordsByCodec = new TreeMap<>();
    private final Random random = new Random(4_711);
    private long singles;
    private long tombstones;
    private long keyed;
    private long millis = START_MILLIS;

    private KnownTopic(String name, int partitions) {
        this.name = name;
        this.partitions = partitions;
    }

    /** Large lz4 batches with keys and tombstones, single zstd records without keys, two transactions. */
    static KnownTopic mixed(BrokerForTests broker, String name, int partitions) {
        broker.create(name, partitions, Map.of("retention.ms", "-1"));
        KnownTopic topic = new KnownTopic(name, partitions);
        try (KafkaProducer<byte[], byte[]> lz4 = producer(broker, "lz4", Map.of());
                KafkaProducer<byte[], byte[]> zstd = producer(broker, "zstd", Map.of());
                KafkaProducer<byte[], byte[]> writer =
                        producer(broker, "none", Map.of("transactional.id", name + "-writer"))) {
            for (int i = 0; i < 40; i++) {
                topic.batch(lz4, "lz4", i % partitions, DEEP, true, i % 10 == 0 ? 3 : 0);
                topic.batch(zstd, "zstd", i % partitions, 1, false, 0);
            }
            writer.initTransactions();
            writer.beginTransaction();
            topic.batch(writer, "none", 0, 10, true, 0);
            writer.commitTransaction();
            writer.beginTransaction();
            topic.batch(writer, "none", 0, 10, true, 0);
            writer.abortTransaction();
        }
        return topic;
    }

    /** About 6 MiB of records, a thousand per second, in batches of 1 to 25; runs of zstd and of no compression. */
    static KnownTopic large(BrokerForTests broker, String name, int partitions) {
        broker.create(name, partitions, Map.of("retention.ms", "-1", "segment.bytes", "1048576"));
        KnownTopic topic = new KnownTopic(name, partitions);
        try (KafkaProducer<byte[], byte[]> zstd = producer(broker, "zstd", Map.of());
                KafkaProducer<byte[], byte[]> none = producer(broker, "none", Map.of())) {
            for (int i = 0; i < 1_200; i++) {
                boolean packed = i / 40 % 3 != 0;
                topic.batch(
                        packed ? zstd : none,
                        packed ? "zstd" : "none",
                        i % partitions,
                        1 + topic.random.nextInt(DEEP),
                        true,
                        0);
            }
        }
        return topic;
    }

    private static KafkaProducer<byte[], byte[]> producer(
            BrokerForTests broker, String codec, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        settings.put("compression.type", codec);
        settings.put("linger.ms", "60000");
        settings.put("batch.size", "1048576");
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void batch(
            KafkaProducer<byte[], byte[]> producer, String codec, int partition, int records, boolean keys, int gone) {
        for (int i = 0; i < records; i++) {
            byte @Nullable [] key = keys ? ("key-" + random.nextInt(1_000)).getBytes() : null;
            byte @Nullable [] value = i < gone ? null : value();
            producer.send(new ProducerRecord<>(name, partition, millis++, key, value));
            keyed += keys ? 1 : 0;
        }
        producer.flush();
        tombstones += gone;
        singles += records == 1 ? 1 : 0;
        batchesByCodec.merge(codec, 1L, Long::sum);
        recordsByCodec.merge(codec, (long) records, Long::sum);
    }

    private byte[] value() {
        byte[] value = new byte[350 + random.nextInt(100)];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) (' ' + random.nextInt(90));
        }
        return value;
    }

    Map<String, Long> batchesByCodec() {
        return batchesByCodec;
    }

    Map<String, Long> recordsByCodec() {
        return recordsByCodec;
    }

    long batches() {
        return batchesByCodec.values().stream().mapToLong(Long::longValue).sum();
    }

    long records() {
        return recordsByCodec.values().stream().mapToLong(Long::longValue).sum();
    }

    long singles() {
        return singles;
    }

    long tombstones() {
        return tombstones;
    }

    long keyed() {
        return keyed;
    }

    Instant oldest() {
        return Instant.ofEpochMilli(START_MILLIS);
    }

    Instant newest() {
        return Instant.ofEpochMilli(millis - 1);
    }

    /** Sum over all segments. */
    long storedBytes(BrokerForTests broker) {
        long bytes = 0;
        for (int partition = 0; partition < partitions; partition++) {
            try (Stream<Path> files = Files.list(broker.partitionFolder(name, partition))) {
                for (Path file :
                        files.filter(one -> one.toString().endsWith(".log")).toList()) {
                    bytes += Files.size(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return bytes;
    }
}
