package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.format.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic filled with real records by a producer, and its segments on the broker's disk. */
final class StoredTopic implements AutoCloseable {
    private static final int SEGMENT_BYTES = 256 << 20;
    private static final int RECORDS_BETWEEN_CHECKS = 50_000;

    private final TopicLease lease;
    private final Path logDir;

    private StoredTopic(TopicLease lease, Path logDir) {
        this.lease = lease;
        this.logDir = logDir;
    }

    /** @param storedBytes approximate size of its segments */
    static StoredTopic fill(
            EmbeddedCluster cluster, Payload payload, Codec codec, int partitions, int batchSize, long storedBytes)
            throws IOException {
        Map<String, String> configs = new TreeMap<>(LoadTopics.NEEDED);
        configs.put("segment.bytes", String.valueOf(SEGMENT_BYTES));
        TopicSpec spec = new TopicSpec("raw-" + codec.type().label(), partitions, 1, configs);
        TopicLease lease = TopicLease.create(cluster, spec, false, ClientSetup.TIMEOUT);
        StoredTopic topic = new StoredTopic(lease, cluster.logDirs().get(0));
        Map<String, Object> properties = new TreeMap<>(cluster.connection());
        properties.put("batch.size", batchSize);
        properties.put("linger.ms", 20);
        properties.putAll(ClientSetup.properties(codec));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            int next = 0;
            while (topic.storedBytes() < storedBytes) {
                for (int i = 0; i < RECORDS_BETWEEN_CHECKS; i++) {
                    var record = payload.record(next);
                    producer.send(new ProducerRecord<>(
                            lease.topic(), null, record.timestampMillis(), record.key(), record.value()));
                    next = next + 1 == payload.size() ? 0 : next + 1;
                }
                producer.flush();
            }
            producer.close(Duration.ofSeconds(30));
        }
        return topic;
    }

    String name() {
        return lease.topic();
    }

    List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.walk(logDir)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .filter(file -> file.getParent().getFileName().toString().startsWith(name() + "-"))
                    .sorted()
                    .toList();
        }
    }

    long storedBytes() throws IOException {
        long bytes = 0;
        for (Path segment : segments()) {
            bytes += Files.size(segment);
        }
        return bytes;
    }

    @Override
    public void close() {
        try {
            lease.close();
        } catch (RuntimeException e) {
            throw new UncheckedIOException(new IOException("the topic was not deleted", e));
        }
    }
}
