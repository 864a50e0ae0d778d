package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a source and its copies again with Kafka's own consumer, which shares no code with the copying, and compares them
 * partition by partition. Offsets come along, for a map of them.
 */
public final class CopyComparison {
    private static final Duration POLL = Duration.ofMillis(200);
    /** Brokers that came back a moment ago finish what they were told to commit before they do anything else, which takes seconds. */
    private static final Duration MAX_SETTLING = Duration.ofSeconds(30);

    private static final Comparator<TopicPartition> BY_PARTITION = Comparator.comparingInt(TopicPartition::partition);

    private final ClusterTarget source;
    private final ClusterTarget destination;
    private final String topic;
    private final Duration timeout;
    private final boolean mapsOffsets;
    private final ReadListener listener;
    private final BooleanSupplier stop;
    private final Map<List<CopyReport.PartitionProgress>, Map<Integer, PartitionDigest>> ofSource = new HashMap<>();
    private long read;

    /** Gets the number of records read so far, from time to time. */
    @FunctionalInterface
    public interface ReadListener {
        void read(long records);
    }

    /**
     * A copy that was compared.
     *
     * @param map without rows unless it was asked for
     */
    public record Compared(CopyProof proof, OffsetMap map) {}

    /**
     * @param topic the source's
     * @param timeout how long to wait for the next record
     * @param mapsOffsets whether offsets are to be kept
     * @param stop asked between polls; true ends it with a {@link CancellationException}
     */
    public CopyComparison(
            ClusterTarget source,
            ClusterTarget destination,
            String topic,
            Duration timeout,
            boolean mapsOffsets,
            ReadListener listener,
            BooleanSupplier stop) {
        this.source = source;
        this.destination = destination;
        this.topic = topic;
        this.timeout = timeout;
        this.mapsOffsets = mapsOffsets;
        this.listener = listener;
        this.stop = stop;
    }

    /**
     * Compares all that the copy holds with what the source still holds of it.
     *
     * @throws CopyException when either cannot be read
     */
    public Compared compare(CopyReport.Copy copy) {
        return compare(copy.topic(), allPartitions(copy));
    }

    /**
     * The same of some partitions.
     *
     * @param copy its topic
     */
    Compared compare(String copy, List<CopyReport.PartitionProgress> progress) {
        Map<Integer, PartitionDigest> ofTheSource = ofSource.computeIfAbsent(progress, this::sourceDigests);
        Map<Integer, PartitionDigest> ofTheCopy = copyDigests(copy, progress, ofTheSource);
        List<CopyProof.Partition> partitions = new ArrayList<>();
        List<OffsetMap.Row> rows = new ArrayList<>();
        for (CopyReport.PartitionProgress partition : progress) {
            PartitionDigest left = digest(ofTheSource, partition);
            PartitionDigest right = digest(ofTheCopy, partition);
            partitions.add(new CopyProof.Partition(
                    partition.partition(),
                    left.records(),
                    right.records(),
                    left.checksum(),
                    right.checksum(),
                    beyond(partition, left)));
            if (mapsOffsets) {
                rows.addAll(OffsetMap.rows(partition.partition(), left.stretches(), right.stretches()));
            }
        }
        return new Compared(new CopyProof(copy, partitions), new OffsetMap(topic, copy, rows));
    }

    /** Also those of the source that were not copied, whole: what the copy lacks is a difference. */
    List<CopyReport.PartitionProgress> allPartitions(CopyReport.Copy copy) {
        Set<Integer> copied = copy.progress().stream()
                .map(CopyReport.PartitionProgress::partition)
                .collect(Collectors.toSet());
        List<CopyReport.PartitionProgress> all = new ArrayList<>(copy.progress());
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(settings(source))) {
            List<PartitionInfo> partitions = consumer.partitionsFor(topic, timeout);
            if (partitions == null || partitions.isEmpty()) {
                throw new CopyException("topic " + topic + " of " + source.bootstrap()
                        + " no longer exists, so that its copy cannot be compared with it; what was copied stays");
            }
            partitions.stream()
                    .map(PartitionInfo::partition)
                    .filter(partition -> !copied.contains(partition))
                    .sorted()
                    .forEach(partition -> all.add(new CopyReport.PartitionProgress(partition, 0, Long.MAX_VALUE, 0)));
            return all;
        } catch (KafkaException e) {
            throw unreadable(topic, e);
        }
    }

    private static CopyException unreadable(String topic, KafkaException e) {
        return new CopyException(topic + " cannot be read for comparison: " + FailureWords.of(e), e);
    }

    private PartitionDigest digest(Map<Integer, PartitionDigest> digests, CopyReport.PartitionProgress progress) {
        return digests.computeIfAbsent(progress.partition(), partition -> new PartitionDigest(mapsOffsets));
    }

    /** How many records the source has lost since, which are the first of the copy. */
    private static long beyond(CopyReport.PartitionProgress progress, PartitionDigest left) {
        return Math.max(0, progress.records() - left.records());
    }

    private Map<Integer, PartitionDigest> sourceDigests(List<CopyReport.PartitionProgress> progress) {
        Map<Integer, PartitionDigest> digests = new TreeMap<>();
        Map<TopicPartition, Range> ranges = new TreeMap<>(BY_PARTITION);
        for (CopyReport.PartitionProgress partition : progress) {
            digest(digests, partition);
            if (partition.startOffset() < partition.nextOffset()) {
                ranges.put(
                        new TopicPartition(topic, partition.partition()),
                        new Range(partition.startOffset(), partition.nextOffset()));
            }
        }
        read(source, ranges, record -> {
            PartitionDigest digest = digests.get(record.partition());
            if (digest != null) {
                digest.add(record);
            }
        });
        return digests;
    }

    private Map<Integer, PartitionDigest> copyDigests(
            String copy, List<CopyReport.PartitionProgress> progress, Map<Integer, PartitionDigest> ofTheSource) {
        Map<Integer, PartitionDigest> digests = new TreeMap<>();
        Map<Integer, Long> toPass = new TreeMap<>();
        Map<TopicPartition, Range> ranges = new TreeMap<>(BY_PARTITION);
        for (CopyReport.PartitionProgress partition : progress) {
            if (partition.nextOffset() == Long.MAX_VALUE) {
                // Of the source only: the copy has no such partition.
                continue;
            }
            digest(digests, partition);
            toPass.put(partition.partition(), beyond(partition, digest(ofTheSource, partition)));
            ranges.put(new TopicPartition(copy, partition.partition()), new Range(0, Long.MAX_VALUE));
        }
        read(destination, ranges, record -> {
            PartitionDigest digest = digests.get(record.partition());
            if (digest != null && toPass.merge(record.partition(), -1L, Long::sum) < 0) {
                digest.add(record);
            }
        });
        return digests;
    }

    private interface RecordVisitor {
        void visit(ConsumerRecord<byte[], byte[]> record);
    }

    /** @param to exclusive */
    private record Range(long from, long to) {}

    /** Every committed record of the ranges, of those that are there. */
    private void read(ClusterTarget cluster, Map<TopicPartition, Range> ranges, RecordVisitor visitor) {
        if (ranges.isEmpty()) {
            return;
        }
        Map<String, Object> settings = settings(cluster);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(settings)) {
            consumer.assign(ranges.keySet());
            Map<TopicPartition, Long> earliest = consumer.beginningOffsets(ranges.keySet(), timeout);
            Map<TopicPartition, Long> open = settledEnds(settings, consumer, ranges);
            ranges.forEach((partition, range) -> {
                consumer.seek(partition, Math.max(range.from(), earliest.getOrDefault(partition, 0L)));
                open.merge(partition, range.to(), Math::min);
            });
            readAll(consumer, open, visitor);
        } catch (KafkaException e) {
            throw unreadable(ranges.keySet().iterator().next().topic(), e);
        }
    }

    private static Map<String, Object> settings(ClusterTarget cluster) {
        Map<String, Object> settings = new TreeMap<>(cluster.connection());
        settings.keySet().retainAll(ConsumerConfig.configNames());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // By default brokers create a topic that a client asks for: a topic deleted meanwhile would exist again.
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        return settings;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Where committed data end. A commit is answered before its markers are written, so what is stored of the ranges has a moment to
     * become visible; what is still open after that is somebody else's.
     */
    private Map<TopicPartition, Long> settledEnds(
            Map<String, Object> settings, KafkaConsumer<byte[], byte[]> committed, Map<TopicPartition, Range> ranges) {
        Set<TopicPartition> partitions = ranges.keySet();
        Map<String, Object> all = new TreeMap<>(settings);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        Map<TopicPartition, Long> stored;
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(all)) {
            stored = new HashMap<>(consumer.endOffsets(partitions, timeout));
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

    private void readAll(
            KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> open, RecordVisitor visitor) {
        long lastNanos = System.nanoTime();
        Map<TopicPartition, Long> ends = Map.copyOf(open);
        open.entrySet().removeIf(end -> consumer.position(end.getKey(), timeout) >= end.getValue());
        while (!open.isEmpty()) {
            if (stop.getAsBoolean()) {
                throw new CancellationException("interrupted while the copy was compared with its source");
            }
            boolean came = false;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                came = true;
                long end = ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
                if (record.offset() < end) {
                    visitor.visit(record);
                    read++;
                }
            }
            came |= open.entrySet().removeIf(end -> consumer.position(end.getKey(), timeout) >= end.getValue());
            listener.read(read);
            if (came) {
                lastNanos = System.nanoTime();
            } else if (System.nanoTime() - lastNanos > timeout.toNanos()) {
                throw new CopyException("partition " + open.keySet().iterator().next()
                        + " cannot be read to its end for comparison: no more records arrive");
            }
        }
    }
}
