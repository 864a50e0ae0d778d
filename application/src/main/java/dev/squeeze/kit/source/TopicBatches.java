package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Batches of a topic as stored in the log: all of them where they fit into what may be fetched, else those of stretches
 * drawn at random over everything that is retained. Nothing on the cluster changes: there is no group, no commit and no
 * new topic, and READ and DESCRIBE on the topic are permission enough. What was fetched is kept in memory.
 */
public final class TopicBatches {
    /**
     * What is kept of a stretch.
     *
     * @param fromOffset batches that begin here or later belong to it
     * @param toOffset batches that begin here or later do not
     * @param bytes the batches, one after the other
     */
    record Stretch(PartitionId partition, long fromOffset, long toOffset, byte[] bytes) {}

    /**
     * What reading a topic found besides its batches.
     *
     * @param planned stretches in the whole topic
     * @param complete whether all of them were read to their end
     * @param shareBeforeFirst of the offsets of partitions whose ends were looked at, those before the first batch, 0 to 1: compaction
     *     moves no log's start
     * @param shareBeforeRead of the offsets, those before the first place that could be read, 0 to 1: when they were written is not known
     * @param timestampsAtEnds of the first and the last batches of partitions, where these were looked at by themselves
     * @param newestCodecs of the last batches of partitions, if these were looked at by themselves
     * @param withoutLeader partitions that could not be asked; what they hold is taken to be like what the others do
     */
    record Facts(
            long planned,
            boolean complete,
            long fetchedBytes,
            double shareBeforeFirst,
            double shareBeforeRead,
            List<Long> timestampsAtEnds,
            List<CodecType> newestCodecs,
            int withoutLeader,
            List<ReadNotice> notices) {
        Facts {
            timestampsAtEnds = List.copyOf(timestampsAtEnds);
            newestCodecs = List.copyOf(newestCodecs);
            notices = List.copyOf(notices);
        }
    }

    private static final Comparator<Stretch> IN_OFFSET_ORDER = Comparator.comparingInt(
                    (Stretch stretch) -> stretch.partition().partition())
            .thenComparingLong(Stretch::fromOffset);

    private final String topic;
    private final Map<PartitionId, OffsetRange> ranges;
    private final List<Stretch> stretches;
    private final Facts facts;

    TopicBatches(String topic, Map<PartitionId, OffsetRange> ranges, List<Stretch> stretches, Facts facts) {
        this.topic = topic;
        this.ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
        this.stretches = stretches.stream().sorted(IN_OFFSET_ORDER).toList();
        this.facts = facts;
    }

    /** Sees the batches that were fetched. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param stretch number of the stretch, from 0
         * @param header moves on after the call
         * @return whether to go on
         */
        boolean visit(PartitionId partition, int stretch, BatchHeader header);
    }

    /** Shows every batch that was fetched, control batches among them, partition by partition in the order of offsets. */
    public void walk(Visitor visitor) {
        BatchScanner scanner = new BatchScanner();
        for (int i = 0; i < stretches.size(); i++) {
            Stretch stretch = stretches.get(i);
            int number = i;
            boolean[] stopped = new boolean[1];
            scanner.scan(ByteBuffer.wrap(stretch.bytes()), header -> {
                stopped[0] = !visitor.visit(stretch.partition(), number, header);
                return !stopped[0];
            });
            if (stopped[0]) {
                return;
            }
        }
    }

    public String topic() {
        return topic;
    }

    /** The partitions that were asked, with what they hold. */
    public Map<PartitionId, OffsetRange> ranges() {
        return ranges;
    }

    /** Partitions of the topic, those without a leader included. */
    public int partitions() {
        return ranges.size() + facts.withoutLeader();
    }

    /** Offsets in all partitions together; estimated where some have no leader. */
    public long offsets() {
        return ofAllPartitions(
                ranges.values().stream().mapToLong(OffsetRange::count).sum());
    }

    /** What is in all partitions, where so much is in those that were asked. */
    private long ofAllPartitions(long ofAsked) {
        return facts.withoutLeader() == 0
                ? ofAsked
                : Math.round((double) ofAsked * partitions() / Math.max(1, ranges.size()));
    }

    /** Stretches that were read. */
    public int stretches() {
        return stretches.size();
    }

    /** Stretches of the same width in the whole topic. */
    public long stretchesOfAll() {
        return ofAllPartitions(facts.planned());
    }

    /**
     * The part of the log that a batch belongs to, within which only compaction leaves gaps.
     *
     * @param stretch its number, as {@link Visitor#visit} gets it
     */
    public Object part(PartitionId partition, int stretch) {
        return whole() ? partition : stretch;
    }

    /**
     * How many records are left in all of the topic, after the first, where so many were read: the time from the oldest to the
     * newest is that between them. Those before the first place that could be read are not among them.
     */
    public double recordsAfterFirst(long records) {
        return whole() ? records - 1 : records * (double) offsets() * (1 - facts.shareBeforeRead()) / readOffsets();
    }

    /** Offsets in the stretches that were read. */
    public long readOffsets() {
        return Math.max(
                1,
                stretches.stream()
                        .mapToLong(stretch -> stretch.toOffset() - stretch.fromOffset())
                        .sum());
    }

    /** The same without those before the first batch of a partition: what was sent there came before the oldest record. */
    long readOffsetsFromFirst() {
        return Math.max(1, Math.round(readOffsets() * (1 - facts.shareBeforeFirst())));
    }

    /** Offsets in one of them. */
    public long readOffsets(int stretch) {
        return stretches.get(stretch).toOffset() - stretches.get(stretch).fromOffset();
    }

    /** Whether every batch of the topic was read. */
    public boolean whole() {
        return facts.complete();
    }

    /** Bytes of answers with batches, those looked at only to plan the reading included. */
    public long fetchedBytes() {
        return facts.fetchedBytes();
    }

    /** In milliseconds, of the first and last batches of partitions; none where all was read, since the batches hold them. */
    public List<Long> timestampsAtEnds() {
        return facts.timestampsAtEnds();
    }

    /** Codec of the newest batch of each partition, of some if there are very many; transaction markers do not count. */
    public List<CodecType> newestCodecs() {
        if (!whole()) {
            return facts.newestCodecs();
        }
        Map<PartitionId, CodecType> newest = new HashMap<>();
        walk((partition, stretch, header) -> {
            if (!header.isControl()) {
                header.codec().ifPresent(codec -> newest.put(partition, codec));
            }
            return true;
        });
        return List.copyOf(newest.values());
    }

    /** What was left out. */
    public List<ReadNotice> notices() {
        return facts.notices();
    }
}
