package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.RecordShapes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A cluster for one test, with helpers for raw access and Kafka's own clients for comparison. */
record OwnCluster(EmbeddedCluster cluster) {
    private static final long SEED = 17;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    RawClient open() {
        return RawClient.open(cluster.connection(), RawClientOptions.DEFAULTS.withTimeLimit(TIMEOUT));
    }

    PartitionId newTopic(String name, int partitions, Map<String, String> configs) {
        // The records have old timestamps: the broker would soon delete them.
        TopicSpec topic = new TopicSpec(name, partitions, 1, Map.of("retention.ms", "-1"));
        Topics.create(cluster, List.of(topic.with(configs)));
        return new PartitionId(name, 0);
    }

    static ByteBuffer batch(int lines) {
        return KafkaBatches.batch(Compression.NONE, RecordShapes.lines(SEED, lines));
    }

    static List<SendOutcome> send(
            RawClient client, RawProducerOptions options, PartitionId partition, List<ByteBuffer> batches) {
        RawProducer producer = new RawProducer(client, options);
        List<SendOutcome> outcomes = new ArrayList<>();
        batches.forEach(batch -> producer.send(partition, batch, (to, outcome) -> outcomes.add(outcome)));
        producer.flush();
        assertThat(outcomes).hasSameSizeAs(batches);
        return outcomes;
    }

    List<ConsumerRecord<byte[], byte[]>> consume(PartitionId partition, int count) {
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        TopicPartition assigned = new TopicPartition(partition.topic(), partition.partition());
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(cluster.connection(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(assigned));
            consumer.seekToBeginning(List.of(assigned));
            while (read.size() < count && System.nanoTime() < deadlineNanos) {
                consumer.poll(Duration.ofMillis(200)).forEach(read::add);
            }
        }
        return read;
    }

    void produceInTransaction(String topic, int count) {
        Map<String, Object> settings = cluster.connection();
        settings.put("transactional.id", "origin-writer");
        settings.put("compression.type", "zstd");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>(topic, ("record " + i).getBytes()));
            }
            producer.commitTransaction();
        }
    }
}
