package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.BatchVisitor;
import dev.squeeze.kit.format.ScanEnd;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** One reading of a topic: a look at a few places to learn how large batches are, a plan, and the stretches of the plan. */
final class TopicFetch {
    /** As much as Kafka's consumer asks of a partition at a time by default. */
    private static final int MAX_FETCH_BYTES = 1 << 20;

    private static final int MIN_FETCH_BYTES = 1 << 12;
    private static final int MIN_STRETCH_BYTES = 1 << 16;
    /** Batches of one stretch are alike: many short stretches give more information than few long ones. */
    private static final int STRETCHES = 256;

    private static final int MAX_STRETCHES = 1 << 16;
    private static final int MIN_STRETCHES = 8;
    private static final int PLACES_LOOKED_AT = 8;
    private static final int MIN_PLACES_LOOKED_AT = 3;
    /** Several topics may be read at a time. */
    private static final double MAX_BYTES_FOR_BATCHES =
            Math.min(32 << 20, Runtime.getRuntime().maxMemory() / 64);

    private static final int LOOK_BYTES = 1 << 15;
    private static final int MAX_PARTITIONS_WITH_TIMES = 64;
    /** Partitions that a notice names. */
    private static final int MAX_NAMED = 10;

    /** Part of the bytes that looking may take, and again that the times at the partitions' ends may. */
    private static final int SHARE_FOR_LOOKING = 8;

    private final TopicLog cluster;
    private final TieredLog log;
    private final String topic;
    private final TopicAccess access;
    private final RecordSource.ReadProgress progress;
    private final ReadPace pace;
    private final BatchScanner scanner = new BatchScanner();
    private final BatchNotices notices = new BatchNotices();
    private Map<PartitionId, OffsetRange> ranges = Map.of();
    /** More than was asked for where batches are large: a few of them say nothing of a topic. */
    private long byteLimit;

    private long expectedBytes;
    private long fetchedBytes;
    private final List<Long> timestampsAtEnds = new ArrayList<>();
    /** In partitions whose ends were looked at, and of these the ones before the first batch. */
    private long offsetsWithEnds;

    private long offsetsBeforeFirst;
    private int withoutLeader;
    private Optional<Byte> oldFormat = Optional.empty();
    private long oldMessages;

    TopicFetch(TopicLog cluster, String topic, TopicAccess access, ReadPace pace, RecordSource.ReadProgress progress) {
        this.cluster = cluster;
        this.log = new TieredLog(cluster, access.timeLimit());
        this.topic = topic;
        this.access = access;
        this.progress = progress;
        this.pace = pace;
        this.byteLimit = access.maxBytes();
        this.expectedBytes = byteLimit;
    }

    TopicBatches run() {
        ranges = cluster.offsets(partitions());
        long offsets = ranges.values().stream().mapToLong(OffsetRange::count).sum();
        if (offsets == 0) {
            throw new EmptyTopicException(
                    "topic:" + topic + " is empty: its partitions hold no offsets (retention may have"
                            + " taken the records away); take another topic, or come back once it is written to");
        }
        Look look = look(offsets);
        byteLimit = Math.max(byteLimit, (long)
                Math.min(MAX_BYTES_FOR_BATCHES, fetchedBytes + TopicAccess.MIN_BATCHES * look.meanBatchBytes));
        double bytesOfAll = offsets * look.bytesPerOffset;
        boolean small = bytesOfAll + look.meanBatchBytes <= byteLimit - fetchedBytes;
        if (!small) {
            times();
        }
        expectedBytes = (long) Math.min(byteLimit, fetchedBytes + bytesOfAll);
        long wanted =
                small ? MAX_FETCH_BYTES : Math.max(MIN_STRETCH_BYTES, Math.min(MAX_FETCH_BYTES, byteLimit / STRETCHES));
        // A stretch shorter than a batch would mostly be one in which no batch begins.
        long width = (long) Math.max(small ? 1 : 2.0 * look.longestBatchOffsets, wanted / look.bytesPerOffset);
        // Where partitions are shorter than a stretch, so are their stretches.
        double bytesOfOne = bytesOfAll / StretchPlan.stretches(ranges, Math.max(1, width)) + look.meanBatchBytes;
        // One huge record among the first makes all stretches seem expensive; reading stops at the bytes that may be
        // fetched
        // anyway.
        int affordable =
                (int) Math.max(MIN_STRETCHES, Math.min(MAX_STRETCHES, (byteLimit - fetchedBytes) / bytesOfOne));
        int most = small ? MAX_STRETCHES : affordable;
        StretchPlan plan = StretchPlan.of(ranges, Math.max(1, width), most, access.seed());
        return read(plan, look);
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
                    "topic:" + topic + " has no partition with a leader: look at the brokers and try again");
        }
        if (!leaderless.isEmpty()) {
            withoutLeader = leaderless.size();
            addLeaderless(leaderless, partitions.size() + withoutLeader, notices);
        }
        return partitions;
    }

    /** @param partitions of the topic */
    static void addLeaderless(List<Integer> leaderless, int partitions, BatchNotices notices) {
        notices.add(
                some(leaderless, partitions),
                (leaderless.size() == 1 ? "it has no leader and is" : "they have no leader and are")
                        + " left out; rate, bytes and money are those of all partitions, with what was left out taken to be like"
                        + " the rest",
                0);
    }

    /**
     * @param unread partitions with places in remote storage that were not read in time
     * @param partitions of the topic
     */
    static void addUnread(Collection<Integer> unread, int partitions, long places, BatchNotices notices) {
        notices.add(
                some(unread, partitions),
                String.format(
                        Locale.ROOT,
                        "%,d place%s in remote storage (tiered storage) did not arrive in time and %s left out; rate, bytes and"
                                + " money are those of all of the topic, with what was left out taken to be like the rest; look at"
                                + " the brokers' logs, and raise their remote.fetch.max.wait.ms if remote storage takes longer",
                        places,
                        places == 1 ? "" : "s",
                        places == 1 ? "is" : "are"),
                0);
    }

    private static String some(Collection<Integer> named, int partitions) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d partitions (%s%s)",
                named.size(),
                partitions,
                named.stream().limit(MAX_NAMED).map(String::valueOf).collect(Collectors.joining(", ")),
                named.size() > MAX_NAMED ? ", ..." : "");
    }

    private TopicBatches read(StretchPlan plan, Look look) {
        List<TopicBatches.Stretch> read = new ArrayList<>();
        boolean complete = plan.drawn().size() == plan.stretches() && withoutLeader == 0;
        for (StretchPlan.Stretch stretch : plan.drawn()) {
            StretchReading reading = new StretchReading(stretch, look);
            if (fetchedBytes < byteLimit) {
                reading.run();
            }
            if (reading.next >= stretch.toOffset()) {
                read.add(reading.kept(stretch.toOffset()));
            } else if ((reading.leftOut || read.isEmpty()) && reading.next > reading.from) {
                // What was left out counts neither as read nor as empty.
                read.add(reading.kept(reading.next));
            }
            complete &= reading.next >= stretch.toOffset();
            if (fetchedBytes >= byteLimit && !complete) {
                break;
            }
        }
        boolean nothing = read.stream().allMatch(stretch -> stretch.bytes().length == 0);
        if (nothing && oldFormat.isPresent()) {
            throw new SourceException("topic:" + topic + " holds messages of format " + oldFormat.get()
                    + ", from before Kafka 0.11, which are in no batches: read them into a file with"
                    + " kafka-console-consumer.sh and give its path");
        }
        if (oldMessages > 0) {
            notices.add(
                    "topic:" + topic,
                    String.format(
                            Locale.ROOT,
                            "%,d messages of the formats before Kafka 0.11 were passed over: only batches of format 2 are"
                                    + " read",
                            oldMessages),
                    0);
        }
        if (log.unreadPlaces() > 0) {
            addUnread(log.unread(), ranges.size() + withoutLeader, log.unreadPlaces(), notices);
        }
        return new TopicBatches(
                topic,
                ranges,
                read,
                new TopicBatches.Facts(
                        plan.stretches(),
                        complete,
                        fetchedBytes,
                        offsetsWithEnds == 0 ? 0 : (double) offsetsBeforeFirst / offsetsWithEnds,
                        log.unreadPlaces() == 0 ? 0 : log.shareBeforeRead(ranges),
                        timestampsAtEnds,
                        withoutLeader,
                        notices.notices()));
    }

    private TieredLog.Answer fetch(PartitionId partition, long offset, long maxBytes) {
        progress.at(Math.min(fetchedBytes, expectedBytes), expectedBytes);
        try {
            TieredLog.Answer answer =
                    log.read(partition, offset, (int) Math.max(1, Math.min(MAX_FETCH_BYTES, maxBytes)));
            if (answer instanceof TieredLog.Answer.Found found) {
                int bytes = found.bytes().remaining();
                fetchedBytes += bytes;
                pace.after(bytes, () -> progress.at(Math.min(fetchedBytes, expectedBytes), expectedBytes));
            }
            return answer;
        } catch (RawAccessException e) {
            if (!e.isOnlyThatPlace()) {
                throw e;
            }
            notices.add(place(partition, offset), "it is left out: " + e.getMessage(), 0);
            return new TieredLog.Answer.Unread();
        }
    }

    /** Scans what is found, if anything. */
    private void scan(PartitionId partition, long offset, long maxBytes, BatchVisitor visitor) {
        if (fetch(partition, offset, maxBytes) instanceof TieredLog.Answer.Found found) {
            scanner.scan(found.bytes(), visitor);
        }
    }

    private static String place(PartitionId partition, long offset) {
        return "partition " + partition + " at offset " + offset;
    }

    /** What batches are like, from a few random offsets. */
    private static final class Look {
        double bytesPerOffset;
        double meanBatchBytes;
        long longestBatchOffsets = 1;
    }

    /**
     * Looks at random offsets. The batch of a random offset is a long one rather than a short one; bytes for each offset
     * of it are right on average all the same, since that is how often it is found.
     */
    private Look look(long offsets) {
        SplittableRandom random = new SplittableRandom(access.seed());
        Look look = new Look();
        double sum = 0;
        long bytes = 0;
        long batches = 0;
        int places = 0;
        for (int i = 0;
                i < PLACES_LOOKED_AT && (i < MIN_PLACES_LOOKED_AT || fetchedBytes <= byteLimit / SHARE_FOR_LOOKING);
                i++) {
            long at = random.nextLong(offsets);
            long[] seen = new long[3];
            atOffset(
                    at,
                    (partition, offset) -> scan(partition, offset, LOOK_BYTES, header -> {
                        seen[0] += header.sizeBytes();
                        seen[1] += header.lastOffsetDelta() + 1L;
                        seen[2]++;
                        look.longestBatchOffsets = Math.max(look.longestBatchOffsets, header.lastOffsetDelta() + 1L);
                        return true;
                    }));
            if (seen[2] > 0) {
                sum += (double) seen[0] / seen[1];
                bytes += seen[0];
                batches += seen[2];
                places++;
            }
        }
        look.bytesPerOffset = places == 0 ? MIN_FETCH_BYTES : sum / places;
        look.meanBatchBytes = batches == 0 ? MIN_FETCH_BYTES : (double) bytes / batches;
        return look;
    }

    private interface AtOffset {
        void at(PartitionId partition, long offset);
    }

    private void atOffset(long index, AtOffset visitor) {
        long left = index;
        for (Map.Entry<PartitionId, OffsetRange> partition : ranges.entrySet()) {
            if (left < partition.getValue().count()) {
                visitor.at(partition.getKey(), partition.getValue().earliest() + left);
                return;
            }
            left -= partition.getValue().count();
        }
    }

    /** The times of the first and the last batch of partitions, of some where there are very many. */
    private void times() {
        List<Map.Entry<PartitionId, OffsetRange>> partitions = new ArrayList<>(new LinkedHashMap<>(ranges).entrySet());
        partitions.removeIf(partition -> partition.getValue().isEmpty());
        Collections.shuffle(partitions, new Random(access.seed()));
        long most = fetchedBytes + byteLimit / SHARE_FOR_LOOKING;
        for (int i = 0; i < Math.min(MAX_PARTITIONS_WITH_TIMES, partitions.size()) && fetchedBytes < most; i++) {
            PartitionId partition = partitions.get(i).getKey();
            OffsetRange range = partitions.get(i).getValue();
            time(partition, range.earliest())
                    .ifPresentOrElse(
                            first -> {
                                offsetsWithEnds += range.count();
                                offsetsBeforeFirst += Math.max(0, first - range.earliest());
                            },
                            () -> log.localStartAfter(partition, range.earliest())
                                    .ifPresent(local -> time(partition, local)));
            time(partition, range.latest() - 1);
        }
    }

    /** Where the batch begins; absent where there is none. */
    private OptionalLong time(PartitionId partition, long offset) {
        long[] begins = {-1};
        // The least that can be asked for: a broker gives one whole batch at least.
        scan(partition, offset, 1, header -> {
            begins[0] = header.baseOffset();
            long newest = header.maxTimestampMillis();
            if (newest >= 0) {
                timestampsAtEnds.add(header.firstTimestampMillis());
                timestampsAtEnds.add(newest);
            }
            return false;
        });
        return begins[0] < 0 ? OptionalLong.empty() : OptionalLong.of(begins[0]);
    }

    /** The reading of one stretch. */
    private final class StretchReading {
        private final StretchPlan.Stretch stretch;
        private final Look look;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long from;
        private long next;
        private boolean leftOut;

        StretchReading(StretchPlan.Stretch stretch, Look look) {
            this.stretch = stretch;
            this.look = look;
            this.from = stretch.fromOffset();
            this.next = from;
        }

        /**
         * Comes to the end of the stretch unless the bytes that may be fetched are used up before, or some of it cannot be
         * read.
         */
        void run() {
            while (next < stretch.toOffset() && !leftOut && fetchedBytes < byteLimit) {
                TieredLog.Answer answer = fetch(stretch.partition(), next, wantedBytes());
                if (answer instanceof TieredLog.Answer.Found found) {
                    read(found.bytes());
                } else if (answer instanceof TieredLog.Answer.Nothing) {
                    next = stretch.toOffset();
                } else if (!goesOnLocally()) {
                    leftOut = true;
                }
            }
        }

        /** A stretch that begins in remote storage may end on the leader's own disks. */
        private boolean goesOnLocally() {
            OptionalLong local = log.localStartAfter(stretch.partition(), next);
            if (next > from || local.isEmpty() || local.getAsLong() >= stretch.toOffset()) {
                return false;
            }
            from = local.getAsLong();
            next = from;
            return true;
        }

        private void read(ByteBuffer bytes) {
            long before = next;
            int answered = bytes.remaining();
            ScanEnd end = scan(bytes);
            if (end instanceof ScanEnd.Corrupt corrupt) {
                leaveOut(corrupt.reason() + " of the answer");
            } else if (next == before) {
                leaveOut("the answer of " + answered + " bytes holds no whole batch from there on");
            }
        }

        /** Goes on behind messages of old formats for as long as they are whole. */
        private ScanEnd scan(ByteBuffer bytes) {
            while (true) {
                ScanEnd end = scanner.scan(bytes, this::batch);
                if (!(end instanceof ScanEnd.OldFormat old)) {
                    return end;
                }
                int at = old.position();
                long messageEnd = at + FileWalk.PREFIX_BYTES + (long) bytes.getInt(at + FileWalk.LENGTH_AT);
                if (messageEnd > bytes.limit()) {
                    return end;
                }
                // Of a compressed message it is the last offset within.
                next = Math.max(next, bytes.getLong(at) + 1);
                oldFormat = Optional.of(old.magic());
                oldMessages++;
                bytes.position((int) messageEnd);
            }
        }

        private void leaveOut(String why) {
            notices.add(
                    place(stretch.partition(), next),
                    why + "; what follows up to offset " + stretch.toOffset() + " is left out",
                    0);
            leftOut = true;
        }

        private long wantedBytes() {
            double expected = (stretch.toOffset() - next) * look.bytesPerOffset + look.meanBatchBytes;
            long left = byteLimit - fetchedBytes;
            return Math.min(left, Math.max(MIN_FETCH_BYTES, (long) expected));
        }

        private boolean batch(BatchHeader header) {
            if (header.lastOffset() < next) {
                return true;
            }
            if (header.baseOffset() >= stretch.toOffset()) {
                next = stretch.toOffset();
                return false;
            }
            if (header.baseOffset() >= from || stretch.first()) {
                ByteBuffer batch = header.batch();
                byte[] bytes = new byte[batch.remaining()];
                batch.get(bytes);
                kept.writeBytes(bytes);
            }
            next = header.lastOffset() + 1;
            return next < stretch.toOffset();
        }

        TopicBatches.Stretch kept(long toOffset) {
            return new TopicBatches.Stretch(stretch.partition(), from, toOffset, kept.toByteArray());
        }
    }
}
