package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads a source and its copies again with Kafka's own consumer, which shares no code with the copying, and compares
 * them partition by partition. Optionally records offsets, for an offset map.
 */
public final class CopyComparison {
    /**
     * Maximum attempts to compare a copy; an attempt fails if retention deletes records that were about to be read a
     * second time.
     */
    private static final int MAX_ATTEMPTS = 3;

    private final ClusterTarget source;
    private final ClusterTarget destination;
    private final String topic;
    private final Duration timeout;
    private final boolean mapsOffsets;
    private final ReadListener listener;
    private final BooleanSupplier stop;
    private final Map<List<CopyReport.PartitionProgress>, Sides> ofSource = new HashMap<>();
    private long read;

    /** Called from time to time with the number of records read so far. */
    @FunctionalInterface
    public interface ReadListener {
        void read(long records);
    }

    /**
     * The comparison of one copy.
     *
     * @param map has no rows unless offsets were requested
     */
    public record Compared(CopyProof proof, OffsetMap map) {}

    /**
     * @param topic the source topic
     * @param timeout how long to wait for the next record
     * @param mapsOffsets whether to record offsets
     * @param stop checked between polls; true ends the comparison with a {@link CancellationException}
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
     * Compares everything in the copy with what the source still holds.
     *
     * @throws CopyException when either cannot be read
     */
    public Compared compare(CopyReport.Copy copy) {
        return compare(copy.topic(), allPartitions(copy));
    }

    /**
     * Compares some of the partitions.
     *
     * @param copy the copy's topic
     */
    Compared compare(String copy, List<CopyReport.PartitionProgress> progress) {
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            try {
                return compareOnce(copy, progress);
            } catch (MovedException e) {
                ofSource.remove(progress);
            }
        }
        throw new CopyException(
                "the copy " + copy + " cannot be compared: retention deletes records of " + topic + " or "
                        + copy
                        + " faster than they are read; what was copied stays. Compare again with the same command when there"
                        + " is less load, or with longer retention");
    }

    private Compared compareOnce(String copy, List<CopyReport.PartitionProgress> progress) {
        Sides left = ofSource.computeIfAbsent(progress, this::ofTheSource);
        Sides right = ofTheCopy(copy, progress, left);
        Map<Integer, Alignment> alignments = alignments(copy, progress, left, right);
        Sides leftAgain = again(source, topic, sourceRanges(progress), left, toPass(alignments, true));
        Sides rightAgain = again(destination, copy, copyRanges(progress), right, toPass(alignments, false));
        List<CopyProof.Partition> partitions = new ArrayList<>();
        List<OffsetMap.Row> rows = new ArrayList<>();
        for (CopyReport.PartitionProgress partition : progress) {
            int number = partition.partition();
            PartitionDigest sourceDigest = leftAgain.has(number) ? leftAgain.digest(number) : left.digest(number);
            PartitionDigest copyDigest = rightAgain.has(number) ? rightAgain.digest(number) : right.digest(number);
            partitions.add(new CopyProof.Partition(
                    number,
                    sourceDigest.records(),
                    copyDigest.records(),
                    sourceDigest.checksum(),
                    copyDigest.checksum(),
                    copyDigest.passed()));
            if (mapsOffsets) {
                rows.addAll(OffsetMap.rows(number, sourceDigest.stretches(), copyDigest.stretches()));
            }
        }
        return new Compared(new CopyProof(copy, partitions), new OffsetMap(topic, copy, rows));
    }

    /**
     * Includes, with all their records, the source's partitions that were not copied: records that the copy lacks are a
     * difference.
     */
    List<CopyReport.PartitionProgress> allPartitions(CopyReport.Copy copy) {
        Set<Integer> copied = copy.progress().stream()
                .map(CopyReport.PartitionProgress::partition)
                .collect(Collectors.toSet());
        List<CopyReport.PartitionProgress> all = new ArrayList<>(copy.progress());
        List<Integer> partitions = reader(source, topic).partitions();
        if (partitions.isEmpty()) {
            throw new CopyException("topic " + topic + " of " + source.bootstrap()
                    + " no longer exists, so its copy cannot be compared with it; what was copied is kept");
        }
        partitions.stream()
                .filter(partition -> !copied.contains(partition))
                .forEach(partition -> all.add(new CopyReport.PartitionProgress(partition, 0, Long.MAX_VALUE, 0)));
        return all;
    }

    private RangeReader reader(ClusterTarget cluster, String read) {
        return new RangeReader(cluster, read, timeout, stop);
    }

    private static Map<Integer, RangeReader.Range> sourceRanges(List<CopyReport.PartitionProgress> progress) {
        Map<Integer, RangeReader.Range> ranges = new TreeMap<>();
        for (CopyReport.PartitionProgress partition : progress) {
            if (partition.startOffset() < partition.nextOffset()) {
                ranges.put(
                        partition.partition(), new RangeReader.Range(partition.startOffset(), partition.nextOffset()));
            }
        }
        return ranges;
    }

    /** Leaves out partitions that only the source has. */
    private static Map<Integer, RangeReader.Range> copyRanges(List<CopyReport.PartitionProgress> progress) {
        Map<Integer, RangeReader.Range> ranges = new TreeMap<>();
        for (CopyReport.PartitionProgress partition : progress) {
            if (partition.nextOffset() != Long.MAX_VALUE) {
                ranges.put(partition.partition(), new RangeReader.Range(0, Long.MAX_VALUE));
            }
        }
        return ranges;
    }

    private Sides ofTheSource(List<CopyReport.PartitionProgress> progress) {
        Sides sides = new Sides((partition, start) -> 0);
        reader(source, topic).read(sourceRanges(progress), sides);
        return sides;
    }

    /**
     * If the copy's retention has deleted nothing, the number of records that the source has lost since is known before
     * reading.
     */
    private Sides ofTheCopy(String copy, List<CopyReport.PartitionProgress> progress, Sides left) {
        Map<Integer, Long> toPass = new HashMap<>();
        for (CopyReport.PartitionProgress partition : progress) {
            Alignment whole = Alignment.of(
                    partition.records(), sourceSide(partition, left), new Alignment.Side(0, partition.records()));
            toPass.put(partition.partition(), whole.copyRecords());
        }
        Sides sides = new Sides((partition, start) -> start == 0 ? toPass.getOrDefault(partition, 0L) : 0);
        reader(destination, copy).read(copyRanges(progress), sides);
        return sides;
    }

    private static Alignment.Side sourceSide(CopyReport.PartitionProgress partition, Sides left) {
        int number = partition.partition();
        return new Alignment.Side(
                left.start(number, partition.startOffset()) - partition.startOffset(),
                left.digest(number).records());
    }

    /** The alignments of partitions whose copy has lost its first records. */
    private Map<Integer, Alignment> alignments(
            String copy, List<CopyReport.PartitionProgress> progress, Sides left, Sides right) {
        Map<Integer, Alignment> alignments = new TreeMap<>();
        for (CopyReport.PartitionProgress partition : progress) {
            int number = partition.partition();
            long start = right.start(number, 0);
            if (start > 0) {
                Alignment.Side copySide =
                        new Alignment.Side(start, right.digest(number).records());
                alignments.put(number, Alignment.of(partition.records(), sourceSide(partition, left), copySide));
            }
        }
        boolean lacks = alignments.values().stream().anyMatch(alignment -> alignment.sourceRecords() > 0);
        if (lacks && !mayLack(copy)) {
            alignments.values().removeIf(alignment -> alignment.sourceRecords() > 0);
        }
        return alignments;
    }

    /** Whether the copy's retention deletes only what the source's retention may delete as well; false if unknown. */
    private boolean mayLack(String copy) {
        Optional<TopicRetention> sourceRetention = retention(source, topic);
        Optional<TopicRetention> copyRetention = retention(destination, copy);
        return sourceRetention.isPresent()
                && copyRetention.isPresent()
                && copyRetention.get().deletes()
                && copyRetention.get().differences(sourceRetention.get()).isEmpty();
    }

    private Optional<TopicRetention> retention(ClusterTarget cluster, String name) {
        try (ClusterFacts facts = ClusterFacts.open(cluster, timeout)) {
            return TopicRetention.of(facts, name);
        }
    }

    private static Map<Integer, Long> toPass(Map<Integer, Alignment> alignments, boolean ofSource) {
        Map<Integer, Long> toPass = new TreeMap<>();
        alignments.forEach((partition, alignment) ->
                toPass.put(partition, ofSource ? alignment.sourceRecords() : alignment.copyRecords()));
        toPass.values().removeIf(records -> records == 0);
        return toPass;
    }

    /** Reads partitions a second time, skipping the given number of first records in each. */
    private Sides again(
            ClusterTarget cluster,
            String name,
            Map<Integer, RangeReader.Range> ranges,
            Sides before,
            Map<Integer, Long> toPass) {
        Sides sides = new Sides((partition, start) -> {
            if (start != before.start(partition, start)) {
                throw new MovedException();
            }
            return toPass.getOrDefault(partition, 0L);
        });
        Map<Integer, RangeReader.Range> wanted = new TreeMap<>(ranges);
        wanted.keySet().retainAll(toPass.keySet());
        reader(cluster, name).read(wanted, sides);
        return sides;
    }

    /** A partition's first offset has changed since its records were counted. */
    private static final class MovedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private interface Passing {
        /** @return how many of the first records to leave out */
        long records(int partition, long start);
    }

    /** The partitions of one side: of a source or of a copy. */
    private final class Sides implements RangeReader.Visitor {
        private final Passing passing;
        private final Map<Integer, Long> starts = new HashMap<>();
        private final Map<Integer, PartitionDigest> digests = new HashMap<>();

        Sides(Passing passing) {
            this.passing = passing;
        }

        @Override
        public void begin(int partition, long start) {
            starts.put(partition, start);
            digests.put(partition, new PartitionDigest(mapsOffsets, passing.records(partition, start)));
        }

        @Override
        public void visit(ConsumerRecord<byte[], byte[]> record) {
            digest(record.partition()).add(record);
            read++;
        }

        @Override
        public void polled() {
            listener.read(read);
        }

        boolean has(int partition) {
            return digests.containsKey(partition);
        }

        /** The offset at which reading the partition started; {@code other} if it was not read. */
        long start(int partition, long other) {
            return starts.getOrDefault(partition, other);
        }

        PartitionDigest digest(int partition) {
            return digests.computeIfAbsent(partition, same -> new PartitionDigest(mapsOffsets));
        }
    }
}
