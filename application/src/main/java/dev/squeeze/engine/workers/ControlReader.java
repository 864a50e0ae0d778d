package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.SetupProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads control topics, starting at their end. Not thread-safe. */
final class ControlReader implements AutoCloseable {
    /** Minimum that brokers allow by default. */
    static final int SESSION_MILLIS = 6_000;

    static final int HEARTBEAT_MILLIS = 1_500;
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final RemoteCluster control;
    private final String permission;
    private final KafkaConsumer<byte[], byte[]> consumer;

    /** A message with its position. */
    record Received(ControlMessage message, String topic, long offset, long nanos) {}

    private ControlReader(RemoteCluster control, String permission, Optional<String> group, Duration timeout) {
        this.control = control;
        this.permission = permission;
        Map<String, Object> settings = control.connection();
        settings.keySet().retainAll(ConsumerConfig.configNames());
        settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        group.ifPresentOrElse(
                name -> settings.put(CommonClientConfigs.GROUP_ID_CONFIG, name),
                () -> settings.remove(CommonClientConfigs.GROUP_ID_CONFIG));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, SESSION_MILLIS);
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, ControlTopics.CLIENT_ID);
        try {
            consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException | IllegalArgumentException e) {
            throw new ClusterException(SetupProblem.explain(control.bootstrap(), settings, e));
        }
    }

    /** Reads the only partition of each topic, starting at its current end. */
    static ControlReader of(RemoteCluster control, List<String> topics, Duration timeout) {
        ControlReader reader =
                new ControlReader(control, "Read on topic " + String.join(" and ", topics), Optional.empty(), timeout);
        List<TopicPartition> partitions =
                topics.stream().map(topic -> new TopicPartition(topic, 0)).toList();
        try {
            reader.consumer.assign(partitions);
            reader.toEnd(partitions);
            return reader;
        } catch (KafkaException e) {
            reader.close();
            throw ControlAccess.failed(control, reader.permission, e);
        }
    }

    /** Reads its share of a topic's partitions as a member of a group. */
    static ControlReader member(
            RemoteCluster control, String group, String topic, Duration timeout, ConsumerRebalanceListener listener) {
        ControlReader reader = new ControlReader(
                control, "Read on topic " + topic + " and Read on group " + group, Optional.of(group), timeout);
        reader.consumer.subscribe(List.of(topic), listener);
        return reader;
    }

    /** Skips existing records and reads from the current end, which is known when this returns. */
    void toEnd(Collection<TopicPartition> partitions) {
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    /** The group's generation when this member last joined. */
    int generation() {
        return consumer.groupMetadata().generationId();
    }

    /**
     * Returns the messages received; empty if there are none, or the cluster does not answer at the moment.
     *
     * @throws ClusterException when a permission is missing
     */
    List<Received> poll(Duration most) {
        List<Received> received = new ArrayList<>();
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(most)) {
                long nanos = System.nanoTime();
                if (record.value() != null) {
                    ControlMessage.decoded(record.value())
                            .ifPresent(message ->
                                    received.add(new Received(message, record.topic(), record.offset(), nanos)));
                }
            }
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
        } catch (RetriableException e) {
            // Such as a topic that has just been deleted; callers have their own timeouts.
            return received;
        } catch (KafkaException e) {
            throw ControlAccess.failed(control, permission, e);
        }
        return received;
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            consumer.close(CloseOptions.timeout(CLOSE));
        } catch (KafkaException e) {
            // Nothing is lost: it only read.
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
