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
 * Batches of a topic as stored in the log: all of them if they do not exceed the fetch limit, otherwise those of
 * stretches drawn at random over everything that is retained. Nothing on the cluster is changed: there is no group, no
 * commit and no new topic, and READ and DESCRIBE permissions on the topic are sufficient. Fetched batches are kept in
 * memory.
 */
public final class TopicBatches {
    /**
     * The batches of a stretch.
     *
     * @param fromOffset offset of the first batch that may belong to it
     * @param toOffset batches that start at this offset or later do not belong to it
     * @param bytes the batches, one after the other
     */
    record Stretch(PartitionId partition, long fromOffset, long toOffset, byte[] bytes) {}

    /**
     * What was found when reading a topic, in addition to its batches.
     *
     * @param planned number of stretches in the whole topic
     * @param complete whether all of them were read completely
     * @param shareBeforeFirst share of offsets before the first batch, 0 to 1, in partitions whose ends were checked:
     *     compaction does not move a log's start
     * @param shareBeforeRead share of offsets before the first place that could be read, 0 to 1; it is unknown when
     *     these were written
     * @param timestampsAtEnds timestamps of the first and last batches of partitions, if these were checked separately
     * @param newestCodecs codecs of the last batches of partitions, if these were checked separately
     * @param withoutLeader number of partitions without a leader, which could not be read and are assumed to be like
     *     the others
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

    /** Visits the batches that were fetched. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param stretch number of the stretch, from 0
         * @param header valid only during the call
         * @return whether to continue
         */
        boolean visit(PartitionId partition, int stretch, BatchHeader header);
    }

    /** Visits every fetched batch, including control batches, partition by partition in the order of offsets. */
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

    /** The partitions with a leader, with their offsets. */
    public Map<PartitionId, OffsetRange> ranges() {
        return ranges;
    }

    /** Number of partitions of the topic, including those without a leader. */
    public int partitions() {
        return ranges.size() + facts.withoutLeader();
    }

    /** Total number of offsets in all partitions; estimated if some have no leader. */
    public long offsets() {
        return ofAllPartitions(
                ranges.values().stream().mapToLong(OffsetRange::count).sum());
    }

    /** Extrapolates from the partitions with a leader to all partitions. */
    private long ofAllPartitions(long ofAsked) {
        return facts.withoutLeader() == 0
                ? ofAsked
                : Math.round((double) ofAsked * partitions() / Math.max(1, ranges.size()));
    }

    /** Number of stretches that were read. */
    public int stretches() {
        return stretches.size();
    }

    /** Number of stretches of the same width in the whole topic. */
    public long stretchesOfAll() {
        return ofAllPartitions(facts.planned());
    }

    /**
     * The part of the log that a batch belongs to, within which only compaction leaves gaps.
     *
     * @param stretch its number, as passed to {@link Visitor#visit}
     */
    public Object part(PartitionId partition, int stretch) {
        return whole() ? partition : stretch;
    }

    /**
     * Returns the number of records left in the whole topic, without the first one, if this many were read. The first
     * is not counted, as a rate divides by the time from the oldest to the newest. Excludes records before the first
     * place that could be read.
     */
    public double recordsAfterFirst(long records) {
        return whole() ? records - 1 : records * (double) offsets() * (1 - facts.shareBeforeRead()) / readOffsets();
    }

    /** Number of offsets in the stretches that were read. */
    public long readOffsets() {
        return Math.max(
                1,
                stretches.stream()
                        .mapToLong(stretch -> stretch.toOffset() - stretch.fromOffset())
                        .sum());
    }

    /**
     * The number of offsets that were read, without those before the first batch of a partition, whose records were
     * sent before the oldest one that is left.
     */
    long readOffsetsFromFirst() {
        return Math.max(1, Math.round(readOffsets() * (1 - facts.shareBeforeFirst())));
    }

    /** Number of offsets in one stretch. */
    public long readOffsets(int stretch) {
        return stretches.get(stretch).toOffset() - stretches.get(stretch).fromOffset();
    }

    /** Whether every batch of the topic was read. */
    public boolean whole() {
        return facts.complete();
    }

    /** Bytes of fetched batches, including those fetched only to plan the reading. */
    public long fetchedBytes() {
        return facts.fetchedBytes();
    }

    /**
     * Timestamps of the first and last batches of partitions, in milliseconds; empty if the whole topic was read, since
     * then the batches have them.
     */
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

    /** Notices about what was left out. */
    public List<ReadNotice> notices() {
        return facts.notices();
    }
}
