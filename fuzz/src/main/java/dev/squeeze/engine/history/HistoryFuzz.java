package dev.squeeze.engine.history;

import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A file of a history. Entries have a checksum that no mutation would get right: the input is entries, each after its length in two
 * bytes, and is put into frames; what comes after a length of zero follows them as it is.
 */
public final class HistoryFuzz implements FuzzTarget {
    private static final Instant DAY = Instant.parse("2026-11-10T00:00:00Z");

    private final Path folder = Files.createTempDirectory("history");
    private final Path file = folder.resolve("watch-2026-11-10.history");

    public HistoryFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() {
        Entries entries = new Entries();
        List<byte[]> packed = new ArrayList<>();
        packed.addAll(entries.pack(new WatchStart(DAY, "kafka1:9092", Duration.ofSeconds(30), 1 << 20)));
        packed.addAll(entries.pack(new TopicFacts(
                DAY,
                "orders",
                12,
                3,
                5,
                OptionalInt.of(3),
                Optional.of(Map.of("compression.type", "producer")),
                OptionalInt.of(2))));
        TopicRow row = new TopicRow(
                "orders",
                1_000,
                20,
                50_000,
                List.of(new CodecPart(3, 900, 40_000)),
                OptionalDouble.of(4),
                2,
                9,
                OptionalLong.of(0));
        packed.addAll(entries.pack(new HistorySlot(
                DAY,
                Duration.ofMinutes(5),
                List.of(row),
                ReadingLoad.NONE,
                List.of(new BrokerRow("kafka1:9999", 1_000_000)))));
        packed.addAll(entries.pack(new Mark(
                DAY,
                Mark.Kind.RECOMPRESSION,
                "orders",
                OptionalLong.of(7),
                Optional.of("lz4"),
                Optional.empty(),
                "words")));
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        for (byte[] entry : packed) {
            seed.write(entry.length >> 8);
            seed.write(entry.length);
            seed.writeBytes(entry);
        }
        return List.of(seed.toByteArray());
    }

    @Override
    public void parse(byte[] input) throws IOException {
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        framed.writeBytes("SQZWATC1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        int at = 0;
        while (at + 2 <= input.length) {
            int length = (input[at] & 0xff) << 8 | input[at + 1] & 0xff;
            at += 2;
            if (length == 0) {
                break;
            }
            int end = Math.min(input.length, at + length);
            ByteBuffer frame = HistoryFile.framed(List.of(Arrays.copyOfRange(input, at, end)));
            framed.write(frame.array(), 0, frame.limit());
            at = end;
        }
        framed.write(input, at, input.length - at);
        Files.write(file, framed.toByteArray());
        new HistoryFolder(folder).read(Instant.EPOCH, new HistoryVisitor() {
            @Override
            public void slot(HistorySlot slot) {
                if (slot.start().plus(slot.length()).isBefore(slot.start())) {
                    throw new IllegalStateException("a slot that ends before it begins: " + slot);
                }
            }
        });
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
    }
}
