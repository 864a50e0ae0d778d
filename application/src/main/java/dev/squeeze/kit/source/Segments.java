package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Segments of Kafka's log, walked by their batch headers. Files are mapped into memory and opened for reading alone, so a
 * broker may go on appending to them; what it appends after the walk has come to a file is not seen. What cannot be a batch
 * ends the walk of its file, never of the others, and is reported with file and position.
 */
public final class Segments {
    /** Bytes mapped at once: below the 2 GiB that a buffer can span. Mapping takes address space, not memory. */
    private static final long PIECE_BYTES = 1L << 30;

    private final List<SegmentFile> files;
    private final LeftOut leftOut;
    private final long pieceBytes;

    private Segments(List<SegmentFile> files, LeftOut leftOut, long pieceBytes) {
        this.files = files;
        this.leftOut = leftOut;
        this.pieceBytes = pieceBytes;
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
        List<String> bare = paths.stream().map(Segments::bare).toList();
        return new Segments(SegmentWalk.find(bare, leftOut), leftOut, pieceBytes);
    }

    private static String bare(String path) {
        return path.startsWith("segment:") ? path.substring("segment:".length()) : path;
    }

    /**
     * The path that a user named.
     *
     * @param path with or without {@code segment:} before it
     * @throws SourceException when no path can be named so
     */
    public static Path pathOf(String path) {
        try {
            return Path.of(bare(path));
        } catch (InvalidPathException e) {
            throw new SourceException("no path can be named " + path.replaceAll("\\p{Cntrl}", "?"), e);
        }
    }

    /** In the order of topic, partition and offset. */
    public List<SegmentFile> files() {
        return files;
    }

    /** How many partitions they are of. */
    int partitions() {
        return (int) files.stream().map(SegmentFile::partitionName).distinct().count();
    }

    /** Bytes of all files when they were found. */
    long storedBytes() {
        return files.stream().mapToLong(SegmentFile::storedBytes).sum();
    }

    /**
     * Shows the visitor every whole batch of format 2, control batches among them, file by file.
     *
     * @return what was left out, files and parts of files
     * @throws SourceException when the thread is interrupted; its flag stays set
     */
    public List<ReadNotice> walk(SegmentVisitor visitor, RecordSource.ReadProgress progress) {
        BatchNotices notices = new BatchNotices();
        walk(visitor, progress, notices);
        return all(notices);
    }

    /**
     * The same for a visitor that reads headers alone and never asks for {@link BatchHeader#batch()}: bytes between
     * headers that are far apart are not touched.
     */
    public List<ReadNotice> walkHeaders(SegmentVisitor visitor, RecordSource.ReadProgress progress) {
        BatchNotices notices = new BatchNotices();
        walk(progress, (file, watch) -> new HeaderWalk(file, visitor, watch, notices, pieceBytes));
        return all(notices);
    }

    void walk(SegmentVisitor visitor, RecordSource.ReadProgress progress, BatchNotices notices) {
        walk(progress, (file, watch) -> new MappedWalk(file, visitor, watch, notices, pieceBytes));
    }

    /** Shows batches of one file from the first on that begins at a position or later. */
    void walkFrom(SegmentFile file, long position, SegmentVisitor visitor, BatchNotices notices) {
        ReadWatch quiet = new ReadWatch((read, total) -> {}, 0);
        new MappedWalk(file, visitor, quiet, notices, pieceBytes).from(position).run();
    }

    private void walk(RecordSource.ReadProgress progress, BiFunction<SegmentFile, ReadWatch, FileWalk> walks) {
        ReadWatch watch = new ReadWatch(progress, storedBytes());
        for (SegmentFile file : files) {
            boolean goOn = walks.apply(file, watch).run();
            watch.inputFinished(file.storedBytes());
            if (!goOn) {
                break;
            }
        }
        watch.allFinished();
    }

    private List<ReadNotice> all(BatchNotices notices) {
        List<ReadNotice> all = new ArrayList<>(leftOut.notices());
        all.addAll(notices.notices());
        return all;
    }

    /** What was in the folders and is not among the files. */
    public List<ReadNotice> leftOut() {
        return leftOut.notices();
    }

    /**
     * The same for those who do something with it.
     *
     * @param what they do, such as "copied as it is"
     */
    public List<ReadNotice> leftOut(String what) {
        return leftOut.notices(what);
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
}
