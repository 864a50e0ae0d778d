package dev.squeeze.feature.recompress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A segment that is being written: under a temporary name until it is complete, then under the segment's name. If it
 * grows too much, it is split into several segments, as if a broker had rolled them: a broker does not start on a
 * segment beyond 2 GiB (Kafka's FileRecords), nor on one whose entries do not fit into an index of
 * {@code segment.index.bytes}, which those of a segment of the original size do.
 */
final class SegmentOutput {
    /**
     * The size to which any segment may grow, however small it was: by default that is at most 16,384 index entries, of
     * 873,813 that fit.
     */
    static final long MAX_GROWN_BYTES = 64 << 20;

    /** The name of a segment, with an offset that fits into a long. */
    private static final Pattern SEGMENT = Pattern.compile("0[0-8]\\d{18}\\.log");

    private static final Pattern LOG = Pattern.compile("\\.log$");

    private final Places places;
    private final Path original;
    private final FileChannel source;
    private final long maxBytes;
    private final List<Part> parts = new ArrayList<>();
    /** The last part; volatile because another thread forces it to disk. */
    private volatile Part part;

    private boolean damaged;
    final SegmentTally tally = new SegmentTally();

    /**
     * @param given the segment as it was found, possibly a link
     * @param target where to write the result; the segment's own file if it is replaced
     * @param kept where to keep the original in that case; otherwise absent
     */
    record Places(Path given, Path target, Optional<Path> kept, KeptOriginals originals) {}

    private record Part(Path target, Path unfinished, FileChannel written, long baseOffset) {}

    static SegmentOutput begin(Places places) throws IOException {
        Path original = places.given().toRealPath();
        DurableFiles.createFolder(
                places.target().resolveSibling(""), places.given().resolveSibling(""));
        FileChannel source = FileChannel.open(original, StandardOpenOption.READ);
        try {
            return new SegmentOutput(places, original, source);
        } catch (IOException e) {
            source.close();
            throw e;
        }
    }

    private SegmentOutput(Places places, Path original, FileChannel source) throws IOException {
        this.places = places;
        this.original = original;
        this.source = source;
        long size = source.size();
        // Moderate growth is no reason to split a segment.
        this.maxBytes = Math.min(Integer.MAX_VALUE, Math.max(MAX_GROWN_BYTES, size + size / 4));
        String name = String.valueOf(places.given().getFileName());
        this.part = part(
                places.target(), SEGMENT.matcher(name).matches() ? Long.parseLong(name, 0, 20, 10) : Long.MAX_VALUE);
    }

    private Part part(Path target, long baseOffset) throws IOException {
        Path unfinished = DurableFiles.unfinished(target);
        // No other run is active here, so this was left by a killed run.
        Files.deleteIfExists(unfinished);
        // In place, the file must be readable for the broker even if this run is killed: a broker takes its log
        // directory offline if it cannot read a file in it (Kafka's LogLoader).
        FileChannel written = places.kept().isPresent()
                ? FileTraits.of(original).create(unfinished)
                : FileTraits.createPrivate(unfinished);
        Part next = new Part(target, unfinished, written, baseOffset);
        parts.add(next);
        return next;
    }

    void write(RewrittenBatches done) throws IOException {
        ByteBuffer bytes = done.written();
        if (bytes.hasRemaining()) {
            makeRoom(bytes.remaining(), bytes.getLong(0));
        }
        try {
            while (bytes.hasRemaining()) {
                part.written().write(bytes);
            }
        } catch (IOException e) {
            throw new IOException(part.unfinished() + ": " + e.getMessage(), e);
        }
        tally.add(done);
    }

    /** Copies a batch that is too large to be rewritten unchanged from the original. */
    void keepBatch(long position, long bytes, long baseOffset, boolean intact) throws IOException {
        makeRoom(bytes, baseOffset);
        copy(position, bytes);
        tally.sourceBatches++;
        tally.batches++;
        tally.kept++;
        tally.oversized += intact ? 1 : 0;
        tally.unreadable += intact ? 0 : 1;
    }

    /**
     * Counts an offset that is lower than the one before as damage: no CRC covers a batch's offset, and a broker does
     * not start if it has to build an index from offsets that decrease.
     */
    void offsetGoesBack() {
        tally.unreadable++;
    }

    /** Copies bytes of the original unchanged. */
    void keep(long position, long count) throws IOException {
        requireRoom(count);
        copy(position, count);
        tally.keptBytes += count;
    }

    /** Starts another segment if the next batches do not fit into this one. */
    private void makeRoom(long bytes, long baseOffset) throws IOException {
        long filled = part.written().position();
        boolean named =
                baseOffset > part.baseOffset() && baseOffset - parts.get(0).baseOffset() <= Integer.MAX_VALUE;
        if (filled > 0 && filled + bytes > maxBytes && named) {
            Path folder = places.kept().isPresent() ? places.given() : places.target();
            part = part(folder.resolveSibling(String.format(Locale.ROOT, "%020d.log", baseOffset)), baseOffset);
        }
        requireRoom(bytes);
    }

    private void requireRoom(long bytes) throws IOException {
        if (part.written().position() + bytes > Integer.MAX_VALUE) {
            throw new RewriteException(
                    places.given() + " would grow beyond 2 GiB, on which no broker starts, and cannot be"
                            + " split: leave it out, or choose a codec that compresses better. It has not been"
                            + " replaced");
        }
    }

    private void copy(long position, long count) throws IOException {
        long left = count;
        while (left > 0) {
            long copied = source.transferTo(position + count - left, left, part.written());
            if (copied <= 0) {
                throw new IOException(original + " became shorter while it was read");
            }
            left -= copied;
        }
    }

    /** Copies the rest of the original from a position, and completes the counts. */
    void keepFrom(long position) throws IOException {
        long end = Math.max(position, source.size());
        keep(position, end - position);
        tally.sourceBytes = end;
        for (Part written : parts) {
            tally.bytes += written.written().position();
        }
        tally.divided = parts.size() > 1 ? 1 : 0;
        damaged = tally.keptBytes > 0 || tally.unreadable > 0;
        if (damaged) {
            tally.leftAsItIs(places.given(), end);
        }
    }

    long writtenBytes() throws IOException {
        return part.written().position();
    }

    /** Forces what was written so far to disk. */
    void force() throws IOException {
        part.written().force(false);
    }

    /**
     * Completes the segment: gives it its name and the attributes of the original. These include the modification time,
     * by which brokers retain records without timestamps. A complete segment is in place at every moment.
     */
    void finish() throws IOException {
        if (damaged) {
            leaveAsItIs();
            return;
        }
        FileTraits traits = FileTraits.of(original);
        for (Part written : parts) {
            boolean same = traits.giveTo(written.unfinished());
            if (!same && places.kept().isPresent()) {
                throw new IOException(
                        "the owner of " + written.unfinished() + " could not be set to " + traits.owner());
            }
            tally.ofOthers += same ? 0 : 1;
            written.written().force(true);
            written.written().close();
        }
        source.close();
        if (places.kept().isPresent()) {
            keepOriginal(places.kept().get());
        }
        Path folder = places.target().resolveSibling("");
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (i == 0 && parts.size() > 1) {
                // The first part replaces the original, so all others must be in place before.
                DurableFiles.force(parts.get(1).target().resolveSibling(""));
            }
            place(parts.get(i), i == 0);
        }
        DurableFiles.force(folder);
    }

    /**
     * Leaves the original as it is, with its indexes. A broker that has to rebuild an index truncates the segment at
     * the first damage (Kafka's LogSegment.recover), but with its index it serves the records after the damage. The
     * same applies to messages of old formats, whose checksums are not computed here.
     */
    private void leaveAsItIs() throws IOException {
        abandon();
        if (places.kept().isPresent()) {
            return;
        }
        for (String end : List.of(".index", ".timeindex", ".log")) {
            Path from = Path.of(LOG.matcher(places.given().toString()).replaceAll("") + end);
            if (end.equals(".log") || Files.isRegularFile(from)) {
                Path to = end.equals(".log")
                        ? places.target()
                        : Path.of(LOG.matcher(places.target().toString()).replaceAll("") + end);
                tally.ofOthers += DurableFiles.copy(end.equals(".log") ? original : from, to) ? 0 : 1;
            }
        }
    }

    /**
     * Keeps the original and durably deletes its indexes, which do not match the rewritten segment, before that one is
     * in place.
     */
    private void keepOriginal(Path kept) throws IOException {
        KeptOriginals.keep(original, kept);
        if (parts.size() > 1) {
            places.originals()
                    .note(
                            kept,
                            parts.stream()
                                    .skip(1)
                                    .map(written ->
                                            String.valueOf(written.target().getFileName()))
                                    .toList());
        }
        for (Path segment : List.of(original, places.given())) {
            String stem = LOG.matcher(segment.toString()).replaceAll("");
            Files.deleteIfExists(Path.of(stem + ".index"));
            Files.deleteIfExists(Path.of(stem + ".timeindex"));
            DurableFiles.force(segment.resolveSibling(""));
        }
    }

    private void place(Part written, boolean first) throws IOException {
        if (!first && places.kept().isPresent() && Files.exists(written.target())) {
            // Left by a killed run; a broker may have appended to it since.
            long differsAt = Files.mismatch(written.unfinished(), written.target());
            if (differsAt >= 0 && differsAt < Files.size(written.unfinished())) {
                throw new IOException(written.target() + " is in the way");
            }
            Files.delete(written.unfinished());
            return;
        }
        Files.move(written.unfinished(), written.target(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes what was written, unless it is finished. */
    void abandon() throws IOException {
        source.close();
        for (Part written : parts) {
            written.written().close();
            Files.deleteIfExists(written.unfinished());
        }
    }
}
