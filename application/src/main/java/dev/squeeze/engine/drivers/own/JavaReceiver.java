package dev.squeeze.engine.drivers.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.environment.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads the topics of a "consume" message from their beginnings. */
final class JavaReceiver {
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Integer> partitions = new HashMap<>();
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final FailureCounts errors = new FailureCounts();
    private volatile boolean stopped;
    private @Nullable Thread reader;
    private long records;
    private long bytes;
    private long disordered;

    JavaReceiver(JsonNode message, Duration timeout) {
        Map<String, Object> settings = DriverMessage.settings(message);
        settings.putIfAbsent("default.api.timeout.ms", (int) timeout.toMillis());
        settings.putIfAbsent("enable.auto.commit", "false");
        settings.putIfAbsent("allow.auto.create.topics", "false");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> assigned = new ArrayList<>();
        for (String topic : DriverMessage.topics(message)) {
            int count = consumer.partitionsFor(topic).size();
            if (count == 0) {
                throw new IllegalArgumentException("topic " + topic + " does not exist");
            }
            partitions.put(topic, count);
            for (int partition = 0; partition < count; partition++) {
                assigned.add(new TopicPartition(topic, partition));
            }
        }
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
    }

    Map<String, Integer> partitions() {
        return partitions;
    }

    /** @param nanos when to begin reading, in {@link System#nanoTime} */
    void start(long nanos) {
        reader = DaemonThreads.start(() -> run(nanos), "squeeze-consumer-0");
    }

    private void run(long startNanos) {
        try (consumer) {
            for (long wait = startNanos - System.nanoTime();
                    wait > 0 && !stopped;
                    wait = startNanos - System.nanoTime()) {
                LockSupport.parkNanos(Math.min(wait, POLL.toNanos()));
            }
            while (!stopped) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    add(record);
                }
            }
        } catch (KafkaException e) {
            fail(e);
        }
    }

    private synchronized void add(ConsumerRecord<byte[], byte[]> record) {
        records++;
        bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
        Long expected = next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        if (expected != null && record.offset() < expected) {
            disordered++;
        }
    }

    private synchronized void fail(KafkaException e) {
        errors.add(e);
    }

    /** Stops reading; waits for the consumer to close, but no longer than the timeout. */
    void finish(Duration timeout) {
        stopped = true;
        Thread reading = reader;
        if (reading != null) {
            try {
                reading.join(Math.max(1, timeout.toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    synchronized void addCounts(ObjectNode counts) {
        counts.put("records", records).put("bytes", bytes).put("disordered", disordered);
        errors.addTo(counts.putArray("errors"));
    }
}
