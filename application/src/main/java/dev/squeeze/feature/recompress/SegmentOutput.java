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
 * A segment that is being written: under a name of its own until it is whole, then under the segment's. One that grows is
 * divided into several, as a broker would have rolled a new one: a broker starts on none beyond 2 GiB (Kafka's FileRecords),
 * and none whose entries do not fit an index of {@code segment.index.bytes}, which a segment of the original's size does.
 */
final class SegmentOutput {
    /** What a segment may grow to however small it was: at most 16,384 entries of an index by default, of 873,813 that fit. */
    static final long MAX_GROWN_BYTES = 64 << 20;

    /** With an offset that fits a long. */
    private static final Pattern SEGMENT = Pattern.compile("0[0-8]\\d{18}\\.log");

    private static final Pattern LOG = Pattern.compile("\\.log$");

    private final Places places;
    private final Path original;
    private final FileChannel source;
    private final long maxBytes;
    private final List<Part> parts = new ArrayList<>();
    /** The last of them; another thread brings it to the disk. */
    private volatile Part part;

    private boolean damaged;
    final SegmentTally tally = new SegmentTally();

    /**
     * @param given the segment as it was found, perhaps a link to it
     * @param target where the result goes; the segment's own file where it is replaced
     * @param kept where the original goes then
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
        // A little more than before is no reason to divide it.
        this.maxBytes = Math.min(Integer.MAX_VALUE, Math.max(MAX_GROWN_BYTES, size + size / 4));
        String name = String.valueOf(places.given().getFileName());
        this.part = part(
                places.target(), SEGMENT.matcher(name).matches() ? Long.parseLong(name, 0, 20, 10) : Long.MAX_VALUE);
    }

    private Part part(Path target, long baseOffset) throws IOException {
        Path unfinished = DurableFiles.unfinished(target);
        // Nobody else works here: a killed run left it.
        Files.deleteIfExists(unfinished);
        // A broker takes its log directory offline where it cannot read a file in it (Kafka's LogLoader), such as one
        // that a
        // killed run left.
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

    /** Copies a batch of the original as it is, one that is too large to be read. */
    void keepBatch(long position, long bytes, long baseOffset, boolean intact) throws IOException {
        makeRoom(bytes, baseOffset);
        copy(position, bytes);
        tally.sourceBatches++;
        tally.batches++;
        tally.kept++;
        tally.oversized += intact ? 1 : 0;
        tally.unreadable += intact ? 0 : 1;
    }

    /** No CRC covers a batch's offset, and a broker does not start where it has to make an index of offsets that go back. */
    void offsetGoesBack() {
        tally.unreadable++;
    }

    /** Copies bytes of the original as they are. */
    void keep(long position, long count) throws IOException {
        requireRoom(count);
        copy(position, count);
        tally.keptBytes += count;
    }

    /** Begins another segment where the next batches have no room in this one. */
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
                    places.given() + " would grow beyond 2 GiB, which no broker starts on, and cannot be"
                            + " divided: leave it out, or choose a codec that compresses more. It has not been replaced");
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

    /** Copies what is after a position, and counts it. */
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

    /** Forces what was written so far to the disk. */
    void force() throws IOException {
        part.written().force(false);
    }

    /**
     * All is written: gives it its name, and the attributes of the original; by its time brokers retain
     * records without timestamps. At every moment a complete segment is in place.
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
                throw new IOException(written.unfinished() + " could not be given to " + traits.owner());
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
                // The first takes the original's place, so all others must be there before.
                DurableFiles.force(parts.get(1).target().resolveSibling(""));
            }
            place(parts.get(i), i == 0);
        }
        DurableFiles.force(folder);
    }

    /**
     * Where a broker has to rebuild an index, it truncates the segment at the first damage (Kafka's LogSegment.recover);
     * with its index it serves what is after it. So a damaged segment keeps both, and one with messages of old formats,
     * whose checksums are not computed here.
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

    /** Deletes the indexes for good before the segment arrives that they would not fit. */
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
            // A killed run put it there, and a broker may have continued to write it.
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
