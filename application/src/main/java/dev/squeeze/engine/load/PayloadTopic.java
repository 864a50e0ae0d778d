package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Ships records to workers through a topic with one partition, compressed. */
final class PayloadTopic {
    private static final int BATCH_BYTES = 512 << 10;
    private static final int LINGER_MILLIS = 50;
    private static final int MAX_REQUEST_BYTES = 128 << 20;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private PayloadTopic() {}

    /** Configuration of the topic. */
    static Map<String, String> configs() {
        Map<String, String> configs = new HashMap<>(LoadTopics.NEEDED);
        configs.put("max.message.bytes", String.valueOf(MAX_REQUEST_BYTES));
        return configs;
    }

    /** Writes all records in order. */
    static LoadTask.Shipment write(RemoteCluster control, String topic, Payload payload, Duration timeout) {
        Map<String, Object> settings = control.connection();
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) timeout.toMillis());
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (BatchRecord record : payload.records()) {
                if (failure.get() != null) {
                    break;
                }
                producer.send(
                        new ProducerRecord<>(
                                topic,
                                0,
                                record.timestampMillis(),
                                record.key(),
                                record.value(),
                                Arrays.asList(record.headers())),
                        (metadata, reason) -> failure.compareAndSet(null, reason));
            }
            producer.flush();
        } catch (KafkaException e) {
            failure.compareAndSet(null, e);
        }
        Exception reason = failure.get();
        if (reason != null) {
            throw new ClusterException(
                    "the records cannot be shipped to the workers through topic " + topic + " of " + control.bootstrap()
                            + ": " + FailureWords.of(reason),
                    reason);
        }
        return new LoadTask.Shipment(topic, payload.digest(), payload.payloadBytes());
    }

    /**
     * Reads all records.
     *
     * @param timeout how long to wait for the next record
     * @param stop polled several times a second; true cancels
     * @throws ClusterException when they do not arrive completely and unchanged
     */
    static Payload read(RemoteCluster control, LoadTask.Shipment shipment, Duration timeout, BooleanSupplier stop) {
        long heap = Runtime.getRuntime().maxMemory();
        if (shipment.payloadBytes() > heap / 2) {
            throw new ClusterException("the records take " + new ByteCount(shipment.payloadBytes())
                    + ", more than half of this worker's heap of " + new ByteCount(heap)
                    + ": give bench a smaller --sample, or the worker a larger heap with SQUEEZE_HEAP=8g");
        }
        TopicPartition partition = new TopicPartition(shipment.topic(), 0);
        Map<String, Object> settings = control.connection();
        settings.keySet().retainAll(ConsumerConfig.configNames());
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        List<BatchRecord> records = new ArrayList<>();
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long deadlineNanos = System.nanoTime() + timeout.toNanos();
            while (records.size() < shipment.digest().records()
                    && System.nanoTime() < deadlineNanos
                    && !stop.getAsBoolean()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    records.add(copy(record));
                    deadlineNanos = System.nanoTime() + timeout.toNanos();
                }
            }
        } catch (KafkaException e) {
            throw new ClusterException(
                    "the records of topic " + shipment.topic() + " cannot be read: " + FailureWords.of(e), e);
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE));
        }
        return checked(records, shipment);
    }

    private static BatchRecord copy(ConsumerRecord<byte[], byte[]> record) {
        Header[] headers = record.headers().toArray();
        return new BatchRecord(
                record.key(),
                record.value(),
                headers.length == 0 ? BatchRecord.NO_HEADERS : headers,
                record.timestamp());
    }

    private static Payload checked(List<BatchRecord> records, LoadTask.Shipment shipment) {
        if (records.size() == shipment.digest().records() && !records.isEmpty()) {
            Payload payload = Payload.of(records);
            if (payload.digest().equals(shipment.digest())) {
                return payload;
            }
        }
        throw new ClusterException("topic " + shipment.topic() + " returned " + records.size() + " of "
                + shipment.digest().records() + " records, or records other than those shipped");
    }
}
