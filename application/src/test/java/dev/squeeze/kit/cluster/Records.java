package dev.squeeze.kit.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends and reads a few records with Kafka's own clients. */
final class Records {
    private static final long TIMEOUT_SECONDS = 30;

    private Records() {}

    /** Sends and waits for every acknowledgement; all values are different. */
    static List<String> send(ClusterTarget target, String topic, String codec, int count) {
        Map<String, Object> settings = target.connection();
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, codec);
        List<String> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> acknowledged = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String value = topic + " " + codec + " record " + i + " of many that look alike";
                acknowledged.add(producer.send(new ProducerRecord<>(topic, "key-" + i, value)));
                sent.add(value);
            }
            for (Future<RecordMetadata> future : acknowledged) {
                future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            }
            return sent;
        } catch (Exception e) {
            throw new AssertionError("not sent to " + topic, e);
        }
    }

    /** Reads from the start with a consumer group, until there are enough records or no more arrive. */
    static List<String> read(ClusterTarget target, String topic, int count) {
        Map<String, Object> settings = target.connection();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "readers-of-" + topic);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        List<String> values = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (values.size() < count && System.nanoTime() < deadlineNanos) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
