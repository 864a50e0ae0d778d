package dev.squeeze.engine.inspection;

import static dev.squeeze.fuzz.Expectations.requireClear;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.SeedBatches;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.SegmentFile;
import dev.squeeze.kit.source.SegmentSource;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A segment's file: walked whole and by headers, which see the same, inspected, and read record by record. */
public final class SegmentFuzz implements FuzzTarget {
    /** The JDK gives a mapping back when it collects the buffer, and Linux allows 65,530 of them. */
    private static final int INPUTS_BETWEEN_COLLECTIONS = 4_000;

    private final Path folder = Files.createTempDirectory("segment");
    private final Path file = Files.createDirectories(folder.resolve("topic-0")).resolve("00000000000000000000.log");
    private int inputs;

    public SegmentFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() {
        List<byte[]> batches = SeedBatches.ofEachCodec();
        batches.add(SeedBatches.segment());
        return SeedBatches.modes(batches);
    }

    @Override
    public long maxAllocatedBytes() {
        return 4L * RecordBytes.MAX_UNCOMPRESSED_BYTES;
    }

    @Override
    public void parse(byte[] input) throws IOException {
        if (++inputs % INPUTS_BETWEEN_COLLECTIONS == 0) {
            System.gc();
        }
        Files.write(file, SeedBatches.bytesOf(input));
        List<String> whole = new ArrayList<>();
        List<String> headers = new ArrayList<>();
        Segments segments = Segments.find(List.of(file.toString()));
        seen(
                whole,
                segments.walk(
                        (segment, position, header) -> seen(whole, segment, position, header), (read, total) -> {}));
        seen(
                headers,
                segments.walkHeaders(
                        (segment, position, header) -> seen(headers, segment, position, header), (read, total) -> {}));
        requireEqual(whole, headers, "batches of both walks");
        try {
            SegmentInspection.run(Segments.find(List.of(file.toString())), 1, (read, total) -> {});
        } catch (SourceException e) {
            requireClear(e, "");
        }
        try {
            new SegmentSource(List.of(file.toString()), ReadOptions.DEFAULT).read(record -> true, (read, total) -> {});
        } catch (SourceException e) {
            requireClear(e, file.toString());
        }
    }

    private static boolean seen(List<String> seen, SegmentFile file, long position, BatchHeader header) {
        return seen.add(file.baseOffset() + " " + position + " " + header.baseOffset() + " " + header.sizeBytes() + " "
                + header.recordCount() + " " + header.codecId());
    }

    private static void seen(List<String> seen, List<ReadNotice> notices) {
        notices.forEach(notice -> seen.add(notice.message()));
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder.resolve("topic-0"));
        Files.deleteIfExists(folder);
    }
}
