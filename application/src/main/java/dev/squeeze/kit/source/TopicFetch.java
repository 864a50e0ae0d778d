package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One reading of a topic: probes a few places for the size of batches, plans the stretches, and reads them. */
final class TopicFetch {
    private static final int MIN_STRETCH_BYTES = 1 << 16;
    /** Batches of a stretch are similar, so many short stretches give more information than a few long ones. */
    private static final int STRETCHES = 256;

    private static final int MAX_STRETCHES = 1 << 16;
    private static final int MIN_STRETCHES = 8;
    /** Limited, as several topics may be read at the same time. */
    private static final double MAX_BYTES_FOR_BATCHES =
            Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 64);

    /**
     * One part in this many of the bytes may be used for probing, and as much again for the timestamps at the
     * partitions' ends.
     */
    private static final int SHARE_FOR_LOOKING = 8;

    private final TopicLog cluster;
    private final TieredLog log;
    private final String topic;
    private final TopicAccess access;
    private final BatchNotices notices = new BatchNotices();
    private final BoundedFetch fetch;
    private final PartitionEnds ends;
    private Map<PartitionId, OffsetRange> ranges = Map.of();
    private int withoutLeader;

    TopicFetch(TopicLog cluster, String topic, TopicAccess access, ReadPace pace, RecordSource.ReadProgress progress) {
        this.cluster = cluster;
        this.log = new TieredLog(cluster, access.timeLimit());
        this.topic = topic;
        this.access = access;
        this.fetch = new BoundedFetch(log, pace, progress, notices, access.maxBytes());
        this.ends = new PartitionEnds(fetch, log);
    }

    TopicBatches run() {
        ranges = cluster.offsets(partitions());
        long offsets = ranges.values().stream().mapToLong(OffsetRange::count).sum();
        if (offsets == 0) {
            throw new EmptyTopicException(
                    "topic:" + topic + " is empty: its partitions have no offsets (retention may have"
                            + " deleted the records); choose another topic, or try again when records have been"
                            + " written");
        }
        BatchLook look = BatchLook.at(ranges, fetch, fetch.limitBytes() / SHARE_FOR_LOOKING, access.seed());
        fetch.allowAtLeast((long) Math.min(
                MAX_BYTES_FOR_BATCHES, fetch.fetchedBytes() + TopicAccess.MIN_BATCHES * look.meanBatchBytes()));
        double bytesOfAll = offsets * look.bytesPerOffset();
        boolean small = bytesOfAll + look.meanBatchBytes() <= fetch.leftBytes();
        if (!small) {
            ends.look(ranges, fetch.limitBytes() / SHARE_FOR_LOOKING, access.seed());
        }
        fetch.expect((long) bytesOfAll);
        return read(plan(look, bytesOfAll, small), look);
    }

    /** @param small whether to read the whole topic */
    private StretchPlan plan(BatchLook look, double bytesOfAll, boolean small) {
        long most = BoundedFetch.MAX_BYTES_AT_A_TIME;
        long wanted = small ? most : Math.max(MIN_STRETCH_BYTES, Math.min(most, fetch.limitBytes() / STRETCHES));
        // In most stretches shorter than a batch, no batch would begin.
        long width = (long) Math.max(small ? 1 : 2.0 * look.longestBatchOffsets(), wanted / look.bytesPerOffset());
        // If partitions are shorter than a stretch, so are their stretches.
        double bytesOfOne = bytesOfAll / StretchPlan.stretches(ranges, Math.max(1, width)) + look.meanBatchBytes();
        // One huge record among the first would make all stretches seem expensive; reading stops at the fetch limit
        // anyway.
        int affordable = (int) Math.max(MIN_STRETCHES, Math.min(MAX_STRETCHES, fetch.leftBytes() / bytesOfOne));
        return StretchPlan.of(ranges, Math.max(1, width), small ? MAX_STRETCHES : affordable, access.seed());
    }

    private List<PartitionId> partitions() {
        List<PartitionId> partitions = new ArrayList<>();
        List<Integer> leaderless = new ArrayList<>();
        cluster.partitions().forEach((number, led) -> {
            if (led) {
                partitions.add(new PartitionId(topic, number));
            } else {
                leaderless.add(number);
            }
        });
        if (partitions.isEmpty()) {
            throw new SourceException(
                    "topic:" + topic + " has no partition with a leader: check the brokers and try again");
        }
        if (!leaderless.isEmpty()) {
            withoutLeader = leaderless.size();
            PartitionNotices.addLeaderless(leaderless, partitions.size() + withoutLeader, notices);
        }
        return partitions;
    }

    private TopicBatches read(StretchPlan plan, BatchLook look) {
        List<TopicBatches.Stretch> read = new ArrayList<>();
        boolean complete = plan.drawn().size() == plan.stretches() && withoutLeader == 0;
        OldMessages oldMessages = new OldMessages();
        for (StretchPlan.Stretch stretch : plan.drawn()) {
            StretchReading reading = new StretchReading(stretch, look, fetch, log, notices, oldMessages);
            reading.run();
            reading.kept(read.isEmpty()).ifPresent(read::add);
            complete &= reading.isComplete();
            if (fetch.isUsedUp() && !complete) {
                break;
            }
        }
        oldMessages.note(topic, read.stream().allMatch(stretch -> stretch.bytes().length == 0), notices);
        if (log.unreadPlaces() > 0) {
            PartitionNotices.addUnread(log.unread(), ranges.size() + withoutLeader, log.unreadPlaces(), notices);
        }
        return new TopicBatches(
                topic,
                ranges,
                read,
                new TopicBatches.Facts(
                        plan.stretches(),
                        complete,
                        fetch.fetchedBytes(),
                        ends.shareBeforeFirst(),
                        log.unreadPlaces() == 0 ? 0 : log.shareBeforeRead(ranges),
                        ends.timestamps(),
                        ends.newestCodecs(),
                        withoutLeader,
                        notices.notices()));
    }
}
