package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.ScanEnd;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** A walk over the batches of one segment, from its start to its end or to bytes that cannot be a batch. */
abstract class FileWalk {
    /** Bytes of a message or batch up to and including the length field, in every format. */
    static final int PREFIX_BYTES = 12;

    static final int LENGTH_AT = 8;

    private final SegmentFile file;
    private final String name;
    private final SegmentVisitor visitor;
    private final ReadWatch watch;
    private final BatchNotices notices;
    private long fileBytes;
    private long cameTo;
    private long searchFrom;
    private long oldMessages;
    private long oldBytes;
    private boolean stopped;

    FileWalk(SegmentFile file, SegmentVisitor visitor, ReadWatch watch, BatchNotices notices) {
        this.file = file;
        this.name = file.path().toString();
        this.visitor = visitor;
        this.watch = watch;
        this.notices = notices;
    }

    /** Starts the walk at the first batch at or after a position; visits nothing if none is found. */
    final FileWalk from(long position) {
        searchFrom = position;
        return this;
    }

    /** @return whether to continue with other files */
    final boolean run() {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            fileBytes = channel.size();
            cameTo = searchFrom == 0
                    ? 0
                    : BatchSearch.from(channel, searchFrom, fileBytes).orElse(fileBytes);
            walk(channel);
        } catch (ClosedByInterruptException e) {
            watch.stopIfInterrupted(name);
        } catch (IOException e) {
            notices.add(name, "cannot be read, " + InputWalk.reason(e), fileBytes - cameTo);
        } catch (InternalError e) {
            // The JVM throws this if mapped bytes are gone because the file was truncated.
            leaveOutRest("the file became shorter or unreadable while it was read");
        }
        if (oldMessages > 0) {
            notices.add(
                    name,
                    "%,d messages in formats older than Kafka 0.11 (%,d bytes) skipped: only batches of format 2 are read"
                            .formatted(oldMessages, oldBytes),
                    oldBytes);
        }
        return !stopped;
    }

    /** Walks the file, calling the methods below as it advances. */
    abstract void walk(FileChannel channel) throws IOException;

    final long fileBytes() {
        return fileBytes;
    }

    final long cameTo() {
        return cameTo;
    }

    final void comeTo(long position) {
        cameTo = position;
    }

    final boolean stopped() {
        return stopped;
    }

    /** @return whether to continue */
    final boolean visit(long position, BatchHeader header) {
        watch.at(name, position);
        stopped = !visitor.visit(file, position, header);
        return !stopped;
    }

    final void passOver(long oldMessageBytes) {
        oldMessages++;
        oldBytes += oldMessageBytes;
        watch.stopIfInterrupted(name);
    }

    /** Ends the walk because of the bytes at the current position. */
    final void leaveOut(ScanEnd end) {
        if (end instanceof ScanEnd.Truncated cut) {
            leaveOutRest(
                    cut.batchBytes().isPresent()
                            ? "the file ends within a batch that claims %,d bytes"
                                    .formatted(cut.batchBytes().getAsLong())
                            : "the file ends within the header of a batch");
        } else {
            leaveOutRest("the bytes there are not a batch header");
        }
    }

    private void leaveOutRest(String what) {
        long rest = fileBytes - cameTo;
        notices.add(
                file.path() + " at byte " + cameTo,
                what + "; the last %,d bytes of the file are not read".formatted(rest),
                rest);
    }
}
