package dev.squeeze.benchmarks;

import dev.squeeze.kit.cluster.EmbeddedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's consumer with its defaults, with all partitions of a topic assigned and without a group. */
public final class TopicConsumer implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> all;

    public TopicConsumer(EmbeddedCluster cluster, String topic, int partitions) {
        Map<String, Object> properties = new TreeMap<>(cluster.connection());
        properties.put("auto.offset.reset", "earliest");
        properties.put("enable.auto.commit", false);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    /** The end offset of each partition. */
    public Map<Integer, Long> ends() {
        Map<Integer, Long> ends = new TreeMap<>();
        consumer.endOffsets(all).forEach((partition, offset) -> ends.put(partition.partition(), offset));
        return ends;
    }

    /** Number of records in the topic by offsets, if none was ever deleted. */
    public long records() {
        return consumer.endOffsets(all).values().stream()
                .mapToLong(offset -> offset)
                .sum();
    }

    /** Reads the topic from its beginning to its current end; returns the number of records. */
    long readAll(Consumer<ConsumerRecords<byte[], byte[]>> polled) {
        consumer.assign(all);
        consumer.seekToBeginning(all);
        long end = records();
        long read = 0;
        while (read < end) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            polled.accept(records);
            read += records.count();
        }
        return read;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
