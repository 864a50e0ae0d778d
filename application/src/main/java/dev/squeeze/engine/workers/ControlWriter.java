package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.SetupProblem;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes to control topics. Messages may get lost: either the sender repeats them, as with announcements and {@link
 * Outbox}, or the receiver has a timeout. A missing permission makes the next call fail.
 */
final class ControlWriter implements AutoCloseable {
    private static final int BLOCK_MILLIS = 5_000;
    private static final int DELIVERY_MILLIS = 10_000;
    private static final Duration CLOSE = Duration.ofSeconds(2);
    private static final int BUFFER_BYTES = 8 << 20;
    /** A result with its histograms and threads takes about 100 KB. */
    private static final int MAX_REQUEST_BYTES = 4 << 20;

    private final RemoteCluster control;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable ClusterException> refused = new AtomicReference<>();

    ControlWriter(RemoteCluster control) {
        this.control = control;
        Map<String, Object> settings = control.connection();
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS / 2);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, ControlTopics.CLIENT_ID);
        try {
            producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        } catch (KafkaException | IllegalArgumentException e) {
            throw new ClusterException(SetupProblem.explain(control.bootstrap(), settings, e));
        }
    }

    /** @throws ClusterException when an earlier message was refused because a permission is missing */
    void send(String topic, int partition, ControlMessage message) {
        ClusterException earlier = refused.get();
        if (earlier != null) {
            throw earlier;
        }
        ProducerRecord<byte[], byte[]> toSend =
                new ProducerRecord<>(topic, partition, message.key(), message.encoded());
        try {
            producer.send(toSend, (metadata, failure) -> {
                if (failure != null && ControlAccess.isRefusal(failure)) {
                    refused.compareAndSet(
                            null,
                            ControlAccess.failed(control, "Write on topic " + topic, new KafkaException(failure)));
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            if (ControlAccess.isRefusal(e)) {
                throw ControlAccess.failed(control, "Write on topic " + topic, e);
            }
        }
    }

    /** Waits until all messages have been acknowledged or given up. */
    void flush() {
        try {
            producer.flush();
        } catch (KafkaException e) {
            // Interrupted: the receiver of the message will notice.
        }
        ClusterException earlier = refused.get();
        if (earlier != null) {
            throw earlier;
        }
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        producer.close(CLOSE);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
