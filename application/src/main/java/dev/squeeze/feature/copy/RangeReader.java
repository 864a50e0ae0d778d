package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the committed records of a topic with Kafka's own consumer, to compare them. Not thread-safe. */
final class RangeReader {
    private static final Duration POLL = Duration.ofMillis(200);
    /** Brokers that have just restarted first complete pending commits, which takes seconds. */
    private static final Duration MAX_SETTLING = Duration.ofSeconds(30);
    /**
     * Retention deletes whole segments every few minutes: if a partition needs more restarts, reading is slower than
     * retention.
     */
    private static final int MAX_RESTARTS = 5;

    private final ClusterTarget cluster;
    private final String topic;
    private final Duration timeout;
    private final BooleanSupplier stop;

    /** @param to exclusive */
    record Range(long from, long to) {}

    /** Receives what is read. */
    interface Visitor {
        /**
         * Reading of a partition starts. Called again if its first records were deleted before they could be read;
         * records visited before that do not count.
         *
         * @param start start of its range, or the first offset that still exists if that is higher
         */
        void begin(int partition, long start);

        void visit(ConsumerRecord<byte[], byte[]> record);

        /** Called from time to time. */
        void polled();
    }

    /**
     * @param timeout how long to wait for the next record
     * @param stop checked between polls; true ends reading with a {@link CancellationException}
     */
    RangeReader(ClusterTarget cluster, String topic, Duration timeout, BooleanSupplier stop) {
        this.cluster = cluster;
        this.topic = topic;
        this.timeout = timeout;
        this.stop = stop;
    }

    /** The topic's partitions; empty if it does not exist. */
    List<Integer> partitions() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            List<PartitionInfo> partitions = consumer.partitionsFor(topic, timeout);
            return partitions == null
                    ? List.of()
                    : partitions.stream().map(PartitionInfo::partition).sorted().toList();
        } catch (KafkaException e) {
            throw unreadable(e);
        }
    }

    /**
     * Reads every committed record in the ranges that still exists.
     *
     * @param ranges by partition
     * @throws CopyException if they cannot be read
     */
    void read(Map<Integer, Range> ranges, Visitor visitor) {
        if (ranges.isEmpty()) {
            return;
        }
        Map<TopicPartition, Range> wanted = new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
        ranges.forEach((partition, range) -> wanted.put(new TopicPartition(topic, partition), range));
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            consumer.assign(wanted.keySet());
            Map<TopicPartition, Long> ends = settledEnds(consumer, wanted);
            wanted.forEach((partition, range) -> ends.merge(partition, range.to(), Math::min));
            new Reading(consumer, wanted, ends, visitor).run();
        } catch (KafkaException e) {
            throw unreadable(e);
        }
    }

    private CopyException unreadable(KafkaException e) {
        return new CopyException(topic + " cannot be read for the comparison: " + FailureWords.of(e), e);
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> settings = new TreeMap<>(cluster.connection());
        settings.keySet().retainAll(ConsumerConfig.configNames());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        // A consumer that resets its offset by itself would skip records, which would show as a difference.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // By default brokers create a topic that a client requests, which would recreate a topic deleted in the
        // meantime.
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Returns where committed data ends. Brokers confirm a commit before they write its markers, so this waits for what
     * is stored in the ranges to become visible; a transaction that stays open is not ours.
     */
    private Map<TopicPartition, Long> settledEnds(
            KafkaConsumer<byte[], byte[]> committed, Map<TopicPartition, Range> ranges) {
        Set<TopicPartition> partitions = ranges.keySet();
        Map<TopicPartition, Long> stored;
        try (KafkaConsumer<byte[], byte[]> all = consumer("read_uncommitted")) {
            stored = new HashMap<>(all.endOffsets(partitions, timeout));
        }
        ranges.forEach(
                (partition, range) -> stored.computeIfPresent(partition, (same, end) -> Math.min(end, range.to())));
        long deadlineNanos = System.nanoTime() + MAX_SETTLING.toNanos();
        Map<TopicPartition, Long> ends = new HashMap<>(committed.endOffsets(partitions, timeout));
        while (System.nanoTime() < deadlineNanos
                && !stop.getAsBoolean()
                && stored.entrySet().stream().anyMatch(end -> ends.getOrDefault(end.getKey(), 0L) < end.getValue())) {
            pause();
            ends.putAll(committed.endOffsets(partitions, timeout));
        }
        return ends;
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CopyException("interrupted while the copy was compared with its source", e);
        }
    }

    /** Ranges while they are read to their ends. */
    private final class Reading {
        private final KafkaConsumer<byte[], byte[]> consumer;
        private final Map<TopicPartition, Range> ranges;
        private final Map<TopicPartition, Long> ends;
        private final Map<TopicPartition, Long> open;
        private final Map<TopicPartition, Integer> restarts = new HashMap<>();
        private final Visitor visitor;

        Reading(
                KafkaConsumer<byte[], byte[]> consumer,
                Map<TopicPartition, Range> ranges,
                Map<TopicPartition, Long> ends,
                Visitor visitor) {
            this.consumer = consumer;
            this.ranges = ranges;
            this.ends = ends;
            this.open = new HashMap<>(ends);
            this.visitor = visitor;
        }

        void run() {
            begin(ranges.keySet());
            removeEnded();
            long lastNanos = System.nanoTime();
            while (!open.isEmpty()) {
                if (stop.getAsBoolean()) {
                    throw new CancellationException("interrupted while the copy was compared with its source");
                }
                boolean came = poll();
                came |= removeEnded();
                visitor.polled();
                if (came) {
                    lastNanos = System.nanoTime();
                } else if (System.nanoTime() - lastNanos > timeout.toNanos()) {
                    throw new CopyException(
                            "partition " + open.keySet().iterator().next()
                                    + " cannot be read to its end for the comparison: no more records arrive");
                }
            }
        }

        private void begin(Set<TopicPartition> partitions) {
            Map<TopicPartition, Long> earliest = consumer.beginningOffsets(partitions, timeout);
            for (TopicPartition partition : partitions) {
                Range range = ranges.get(partition);
                long start = Math.max(range == null ? 0 : range.from(), earliest.getOrDefault(partition, 0L));
                consumer.seek(partition, start);
                visitor.begin(partition.partition(), start);
            }
        }

        private boolean poll() {
            ConsumerRecords<byte[], byte[]> records;
            try {
                records = consumer.poll(POLL);
            } catch (OffsetOutOfRangeException e) {
                restart(e.offsetOutOfRangePartitions().keySet());
                return true;
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                long end = ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
                if (record.offset() < end) {
                    visitor.visit(record);
                }
            }
            return !records.isEmpty();
        }

        /** Starts partitions again whose next records were deleted before they were read. */
        private void restart(Set<TopicPartition> partitions) {
            for (TopicPartition partition : partitions) {
                if (restarts.merge(partition, 1, Integer::sum) > MAX_RESTARTS) {
                    throw new CopyException("partition " + partition + " of " + cluster.bootstrap()
                            + " cannot be compared: its records are deleted (retention, or deleted records) faster than"
                            + " they are read; what was copied stays. Compare again with the same command when there is"
                            + " less load, or with longer retention");
                }
            }
            begin(partitions);
        }

        private boolean removeEnded() {
            List<TopicPartition> ended = open.entrySet().stream()
                    .filter(end -> consumer.position(end.getKey(), timeout) >= end.getValue())
                    .map(Map.Entry::getKey)
                    .toList();
            consumer.pause(ended);
            return open.keySet().removeAll(ended);
        }
    }
}
