package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.ScanEnd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one stretch of a partition: its batches as stored. */
final class StretchReading {
    private static final int MIN_FETCH_BYTES = 1 << 12;

    private final StretchPlan.Stretch stretch;
    private final BatchLook look;
    private final BoundedFetch fetch;
    private final TieredLog log;
    private final BatchNotices notices;
    private final OldMessages oldMessages;
    private final BatchScanner scanner = new BatchScanner();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long from;
    private long next;
    private boolean leftOut;

    StretchReading(
            StretchPlan.Stretch stretch,
            BatchLook look,
            BoundedFetch fetch,
            TieredLog log,
            BatchNotices notices,
            OldMessages oldMessages) {
        this.stretch = stretch;
        this.look = look;
        this.fetch = fetch;
        this.log = log;
        this.notices = notices;
        this.oldMessages = oldMessages;
        this.from = stretch.fromOffset();
        this.next = from;
    }

    /**
     * Reads to the end of the stretch, unless the limit of fetched bytes is reached before, or some of it cannot be
     * read.
     */
    void run() {
        while (next < stretch.toOffset() && !leftOut && !fetch.isUsedUp()) {
            TieredLog.Answer answer = fetch.from(stretch.partition(), next, wantedBytes());
            if (answer instanceof TieredLog.Answer.Found found) {
                read(found.bytes());
            } else if (answer instanceof TieredLog.Answer.Nothing) {
                next = stretch.toOffset();
            } else if (!goesOnLocally()) {
                leftOut = true;
            }
        }
    }

    /** A stretch that starts in remote storage may end on the leader's own disks. */
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
            leaveOut(corrupt.reason() + " of the response");
        } else if (next == before) {
            leaveOut("the response of " + answered + " bytes contains no complete batch from there on");
        }
    }

    /** Scans the bytes, and continues after messages of old formats as long as they are complete. */
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
            // For a compressed message this is the last offset in it.
            next = Math.max(next, bytes.getLong(at) + 1);
            oldMessages.add(old.magic());
            bytes.position((int) messageEnd);
        }
    }

    private void leaveOut(String why) {
        notices.add(
                BoundedFetch.place(stretch.partition(), next),
                why + "; the rest up to offset " + stretch.toOffset() + " is left out",
                0);
        leftOut = true;
    }

    private long wantedBytes() {
        double expected = (stretch.toOffset() - next) * look.bytesPerOffset() + look.meanBatchBytes();
        return Math.min(fetch.leftBytes(), Math.max(MIN_FETCH_BYTES, (long) expected));
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

    /** Whether the whole stretch was read. */
    boolean isComplete() {
        return next >= stretch.toOffset();
    }

    /**
     * What was read, if it counts: parts that were left out count neither as read nor as empty.
     *
     * @param first whether nothing was kept before, in which case a partial stretch is better than nothing
     */
    Optional<TopicBatches.Stretch> kept(boolean first) {
        if (isComplete()) {
            return Optional.of(kept(stretch.toOffset()));
        }
        return (leftOut || first) && next > from ? Optional.of(kept(next)) : Optional.empty();
    }

    private TopicBatches.Stretch kept(long toOffset) {
        return new TopicBatches.Stretch(stretch.partition(), from, toOffset, kept.toByteArray());
    }
}
