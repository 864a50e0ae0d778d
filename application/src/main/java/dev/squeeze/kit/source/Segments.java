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
 * Segments of Kafka's log, walked by their batch headers. Files are mapped into memory and opened only for reading, so
 * a broker may continue to append to them; data appended after the walk has reached a file is not seen. Bytes that
 * cannot be a batch end the walk of their file, but not of the others, and are reported with file and position.
 */
public final class Segments {
    /** Bytes mapped at once, below the 2 GiB limit of a buffer. Mapping takes address space, not memory. */
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
     * @param paths each with or without the prefix {@code segment:}
     * @throws SourceException if a path does not exist, or a folder contains no segment
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
     * The path that a user gave.
     *
     * @param path with or without the prefix {@code segment:}
     * @throws SourceException if it is not a valid path
     */
    public static Path pathOf(String path) {
        try {
            return Path.of(bare(path));
        } catch (InvalidPathException e) {
            throw new SourceException(path.replaceAll("\\p{Cntrl}", "?") + " is not a valid path", e);
        }
    }

    /** In the order of topic, partition and offset. */
    public List<SegmentFile> files() {
        return files;
    }

    /** Number of partitions that the segments belong to. */
    int partitions() {
        return (int) files.stream().map(SegmentFile::partitionName).distinct().count();
    }

    /** Size of all files when they were found. */
    long storedBytes() {
        return files.stream().mapToLong(SegmentFile::storedBytes).sum();
    }

    /**
     * Visits every complete batch of format 2, including control batches, file by file.
     *
     * @return notices about files and parts of files that were left out
     * @throws SourceException if the thread is interrupted; its interrupt flag stays set
     */
    public List<ReadNotice> walk(SegmentVisitor visitor, RecordSource.ReadProgress progress) {
        BatchNotices notices = new BatchNotices();
        walk(visitor, progress, notices);
        return all(notices);
    }

    /**
     * Like {@link #walk}, for a visitor that reads only headers and never calls {@link BatchHeader#batch()}: bytes
     * between headers that are far apart are not read.
     */
    public List<ReadNotice> walkHeaders(SegmentVisitor visitor, RecordSource.ReadProgress progress) {
        BatchNotices notices = new BatchNotices();
        walk(progress, (file, watch) -> new HeaderWalk(file, visitor, watch, notices, pieceBytes));
        return all(notices);
    }

    void walk(SegmentVisitor visitor, RecordSource.ReadProgress progress, BatchNotices notices) {
        walk(progress, (file, watch) -> new MappedWalk(file, visitor, watch, notices, pieceBytes));
    }

    /** Visits the batches of one file, starting with the first one at or after a position. */
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

    /** Notices about files in the folders that are not among the segments. */
    public List<ReadNotice> leftOut() {
        return leftOut.notices();
    }

    /**
     * The same notices, with what the caller does with these files.
     *
     * @param what happens to them, such as "copied as it is"
     */
    public List<ReadNotice> leftOut(String what) {
        return leftOut.notices(what);
    }

    /**
     * The bytes of a batch that a walk has visited.
     *
     * @throws IOException if the file cannot be read, or has become shorter since
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
