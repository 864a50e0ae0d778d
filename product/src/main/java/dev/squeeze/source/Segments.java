package dev.squeeze.source;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.batch.BatchScanner;
import dev.squeeze.batch.ScanEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Segments of Kafka's log, walked by their batch headers. Files are mapped into memory and opened for reading alone, so a
 * broker may go on appending to them; what it appends after the walk has come to a file is not seen. What cannot be a batch
 * ends the walk of its file, never of the others, and is told with file and position.
 */
public final class Segments {
    /** Bytes mapped at once: below the 2 GiB that a buffer can span. Mapping takes address space, not memory. */
    private static final long PIECE_BYTES = 1L << 30;

    /** Before the length field of a message or a batch and with it, in every format. */
    private static final int PREFIX_BYTES = 12;

    private static final int LENGTH_AT = 8;

    private final List<SegmentFile> files;
    private final LeftOut leftOut;
    private final long pieceBytes;

    private Segments(List<SegmentFile> files, LeftOut leftOut, long pieceBytes) {
        this.files = files;
        this.leftOut = leftOut;
        this.pieceBytes = pieceBytes;
    }

    /** Sees the batches of a walk. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param file the segment, the same instance for all of its batches
         * @param position of the batch in the file
         * @param header moves on after the call
         * @return whether to go on
         */
        boolean visit(SegmentFile file, long position, BatchHeader header);
    }

    /**
     * Finds the segments in files and folders.
     *
     * @param paths each with or without {@code segment:} before it
     * @throws SourceException when a path does not exist, or a folder holds no segment
     */
    public static Segments find(List<String> paths) {
        return find(paths, PIECE_BYTES);
    }

    static Segments find(List<String> paths, long pieceBytes) {
        LeftOut leftOut = new LeftOut();
        List<String> bare = paths.stream()
                .map(path -> path.startsWith("segment:") ? path.substring("segment:".length()) : path)
                .toList();
        return new Segments(SegmentWalk.find(bare, leftOut), leftOut, pieceBytes);
    }

    /** In the order of topic, partition and offset. */
    public List<SegmentFile> files() {
        return files;
    }

    /**
     * Shows the visitor every whole batch of format 2, control batches among them, file by file.
     *
     * @return what was left out, files and parts of files
     * @throws SourceException when the thread is interrupted; its flag stays set
     */
    public List<ReadNotice> walk(Visitor visitor, RecordSource.ReadProgress progress) {
        BatchNotices notices = new BatchNotices();
        walk(visitor, progress, notices);
        List<ReadNotice> all = new ArrayList<>(leftOut.notices());
        all.addAll(notices.notices());
        return all;
    }

    void walk(Visitor visitor, RecordSource.ReadProgress progress, BatchNotices notices) {
        ReadWatch watch = new ReadWatch(
                progress, files.stream().mapToLong(SegmentFile::storedBytes).sum());
        for (SegmentFile file : files) {
            Walk walk = new Walk(file, visitor, watch, notices);
            walk.run();
            watch.inputFinished(file.storedBytes());
            if (walk.stopped) {
                break;
            }
        }
        watch.allFinished();
    }

    List<ReadNotice> leftOut() {
        return leftOut.notices();
    }

    /**
     * The bytes of one batch that a walk has seen.
     *
     * @throws IOException when the file cannot be read, or has become shorter since
     */
    public static ByteBuffer batch(SegmentFile file, long position, int batchBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            if (channel.size() < position + batchBytes) {
                throw new IOException("the file has become shorter");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, position, batchBytes);
        }
    }

    /** The walk over one file. */
    private final class Walk {
        private final SegmentFile file;
        private final Visitor visitor;
        private final ReadWatch watch;
        private final BatchNotices notices;
        private final BatchScanner scanner = new BatchScanner();
        private long pieceStart;
        private long fileBytes;
        private long oldMessages;
        private long oldBytes;
        private boolean stopped;

        Walk(SegmentFile file, Visitor visitor, ReadWatch watch, BatchNotices notices) {
            this.file = file;
            this.visitor = visitor;
            this.watch = watch;
            this.notices = notices;
        }

        void run() {
            try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
                fileBytes = channel.size();
                pieces(channel);
            } catch (IOException e) {
                notices.add(file.path().toString(), "cannot be read, " + InputWalk.reason(e), fileBytes - pieceStart);
            } catch (InternalError e) {
                // How the JVM tells that mapped bytes are gone: the file was cut behind our back.
                leaveOutRest(pieceStart, "the file became shorter or unreadable while it was read");
            }
            if (oldMessages > 0) {
                notices.add(
                        file.path().toString(),
                        "%,d messages of the formats before Kafka 0.11 (%,d bytes) are passed over: only batches of format 2 are read"
                                .formatted(oldMessages, oldBytes),
                        oldBytes);
            }
        }

        /** Each round ends the walk or brings it forward: by at least a message, or by mapping all of the batch it is at. */
        private void pieces(FileChannel channel) throws IOException {
            long wantedBytes = pieceBytes;
            while (pieceStart < fileBytes) {
                long rest = fileBytes - pieceStart;
                ByteBuffer piece = channel.map(FileChannel.MapMode.READ_ONLY, pieceStart, Math.min(rest, wantedBytes));
                wantedBytes = pieceBytes;
                ScanEnd end = scan(piece);
                if (stopped) {
                    return;
                }
                pieceStart += end.position();
                if (end instanceof ScanEnd.Corrupt) {
                    leaveOutRest(pieceStart, "what lies there is no header of a batch");
                    return;
                }
                if (end instanceof ScanEnd.Truncated cut) {
                    long left = fileBytes - pieceStart;
                    long batchBytes = cut.batchBytes().orElse(Math.min(pieceBytes, Integer.MAX_VALUE));
                    if (piece.limit() == rest || batchBytes > left) {
                        leaveOutRest(pieceStart, truncation(cut));
                        return;
                    }
                    wantedBytes = Math.max(pieceBytes, batchBytes);
                }
            }
        }

        /** Goes on behind old messages for as long as they are whole. */
        private ScanEnd scan(ByteBuffer piece) {
            while (true) {
                ScanEnd end = scanner.scan(piece, this::visit);
                if (!(end instanceof ScanEnd.OldFormat old)) {
                    return end;
                }
                long next = old.position() + PREFIX_BYTES + (long) piece.getInt(old.position() + LENGTH_AT);
                if (next > piece.limit()) {
                    return new ScanEnd.Truncated(old.position(), java.util.OptionalLong.of(next - old.position()));
                }
                oldMessages++;
                oldBytes += next - old.position();
                watch.stopIfInterrupted(file.path().toString());
                piece.position((int) next);
            }
        }

        private boolean visit(BatchHeader header) {
            long position = pieceStart + header.position();
            watch.at(file.path().toString(), position);
            stopped = !visitor.visit(file, position, header);
            return !stopped;
        }

        private String truncation(ScanEnd.Truncated cut) {
            return cut.batchBytes().isPresent()
                    ? "the file ends within a batch that claims %,d bytes"
                            .formatted(cut.batchBytes().getAsLong())
                    : "the file ends within the header of a batch";
        }

        private void leaveOutRest(long position, String what) {
            long rest = fileBytes - position;
            notices.add(
                    file.path() + " at byte " + position,
                    what + "; the last %,d bytes of the file are left out".formatted(rest),
                    rest);
        }
    }
}
