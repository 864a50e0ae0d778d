package dev.squeeze.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/** A segment that is being written: under a name of its own until it is whole, then under the segment's. */
final class SegmentOutput {
    static final String UNFINISHED = ".squeeze-unfinished";
    private static final Pattern LOG = Pattern.compile("\\.log$");

    private final Path original;
    private final Path target;
    private final Path unfinished;
    private final Optional<Path> keepOriginal;
    private final FileChannel source;
    private final FileChannel written;
    final SegmentTally tally = new SegmentTally();

    /**
     * Begins one.
     *
     * @param original the segment
     * @param target where it goes; the original's own path where it is replaced
     * @param keepOriginal where the original goes then
     */
    static SegmentOutput begin(Path original, Path target, Optional<Path> keepOriginal) throws IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
        Files.createDirectories(target.resolveSibling(""));
        FileChannel source = FileChannel.open(original, StandardOpenOption.READ);
        try {
            FileChannel written = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new SegmentOutput(original, target, unfinished, keepOriginal, source, written);
        } catch (IOException e) {
            source.close();
            throw e;
        }
    }

    private SegmentOutput(
            Path original,
            Path target,
            Path unfinished,
            Optional<Path> keepOriginal,
            FileChannel source,
            FileChannel written) {
        this.original = original;
        this.target = target;
        this.unfinished = unfinished;
        this.keepOriginal = keepOriginal;
        this.source = source;
        this.written = written;
    }

    void write(RewrittenBatches done) throws IOException {
        ByteBuffer bytes = done.written();
        while (bytes.hasRemaining()) {
            written.write(bytes);
        }
        tally.sourceBatches += done.sourceBatches;
        tally.batches += done.batches;
        tally.kept += done.kept;
        tally.unreadable += done.unreadable;
        tally.records += done.records;
    }

    /** Takes bytes of the original over as they are. */
    void keep(long position, long count) throws IOException {
        long left = count;
        while (left > 0) {
            long copied = source.transferTo(position + count - left, left, written);
            if (copied <= 0) {
                throw new IOException("the file became shorter while it was read");
            }
            left -= copied;
        }
        tally.keptBytes += count;
    }

    /** Takes over what lies behind a position, and counts. */
    void keepFrom(long position) throws IOException {
        long end = Math.max(position, source.size());
        keep(position, end - position);
        tally.sourceBytes = end;
        tally.bytes = written.position();
    }

    long writtenBytes() throws IOException {
        return written.position();
    }

    /** Waits until what was written so far is on the disk. */
    void force() throws IOException {
        written.force(false);
    }

    /** All is written: gives it its name and the original's time, by which brokers retain records without timestamps. */
    void finish() throws IOException {
        written.force(true);
        written.close();
        source.close();
        Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(original));
        if (keepOriginal.isPresent()) {
            keepOriginal(keepOriginal.get());
        }
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** At every moment a whole segment is in its place; its indexes go first, since they would not fit the new one. */
    private void keepOriginal(Path kept) throws IOException {
        Files.createDirectories(kept.resolveSibling(""));
        try {
            Files.createLink(kept, original);
        } catch (UnsupportedOperationException | IOException e) {
            // Another file system.
            Files.copy(original, kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
        String stem = LOG.matcher(original.toString()).replaceAll("");
        Files.deleteIfExists(Path.of(stem + ".index"));
        Files.deleteIfExists(Path.of(stem + ".timeindex"));
    }

    /** Leaves nothing of what was written, unless it is finished. */
    void abandon() throws IOException {
        written.close();
        source.close();
        Files.deleteIfExists(unfinished);
    }
}
