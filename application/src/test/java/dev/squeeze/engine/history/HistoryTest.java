package dev.squeeze.engine.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written can be read again, however the writing process ended. */
class HistoryTest {
    private static final Instant DAY = Instant.parse("2026-11-10T00:00:00Z");
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Duration KEPT = Duration.ofDays(3);

    @TempDir
    Path folder;

    /** Everything that a history contains, in order. */
    private static final class Everything implements HistoryVisitor {
        private final List<Object> found = new ArrayList<>();

        @Override
        public void start(WatchStart start) {
            found.add(start);
        }

        @Override
        public void facts(TopicFacts facts) {
            found.add(facts);
        }

        @Override
        public void slot(HistorySlot slot) {
            found.add(slot);
        }

        @Override
        public void mark(Mark mark) {
            found.add(mark);
        }
    }

    private static HistorySlot slot(Instant start) {
        TopicRow orders = new TopicRow(
                "orders",
                123_456,
                4_096,
                12_345_678,
                List.of(new CodecPart(3, 100_000, 11_000_000), new CodecPart(4, 23_456, 1_345_678)),
                OptionalDouble.of(4.5),
                7,
                31,
                OptionalLong.of(0));
        TopicRow quiet =
                new TopicRow("ünï-code", 1, 1, 61, List.of(), OptionalDouble.empty(), 0, 0, OptionalLong.empty());
        return new HistorySlot(
                start,
                FIVE_MINUTES,
                List.of(orders, quiet),
                new ReadingLoad(10, 2_000, 300_000, 3, 290_000),
                List.of(new BrokerRow("kafka1:9999", 31_000_000_000L)));
    }

    private static Mark mark(Instant at) {
        return new Mark(
                at,
                Mark.Kind.RAW_PRODUCER,
                "orders",
                OptionalLong.of(4021),
                Optional.of("zstd"),
                Optional.of("none"),
                "producer 4021 sends uncompressed batches");
    }

    private List<Object> read() {
        Everything everything = new Everything();
        assertThat(new HistoryFolder(folder).read(Instant.EPOCH, everything)).isEmpty();
        return everything.found;
    }

    private Path file() {
        return folder.resolve("watch-2026-11-10.history");
    }

    @Test
    void whatWasWrittenIsReadAgain() {
        WatchStart start = new WatchStart(DAY, "kafka1:9092", Duration.ofSeconds(30), 1 << 20);
        TopicFacts facts = new TopicFacts(
                DAY,
                "orders",
                12,
                3,
                5,
                OptionalInt.of(3),
                Optional.of(Map.of("compression.type", "producer", "retention.ms", "-1")),
                OptionalInt.empty());
        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            writer.add(start);
            writer.add(facts);
            writer.add(slot(DAY));
            writer.add(mark(DAY.plusSeconds(100)));
            writer.add(slot(DAY.plus(FIVE_MINUTES)));
        }

        assertThat(read())
                .containsExactly(start, facts, slot(DAY), mark(DAY.plusSeconds(100)), slot(DAY.plus(FIVE_MINUTES)));
    }

    @Test
    void aFileThatIsCutOffAnywhereLosesAtMostWhatWasNotWholeAndIsGoneOnWith() throws IOException {
        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            writer.add(slot(DAY));
            writer.add(slot(DAY.plus(FIVE_MINUTES)));
        }
        byte[] whole = Files.readAllBytes(file());

        for (int length = 0; length < whole.length; length += 7) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            Everything before = new Everything();
            new HistoryFolder(folder).read(Instant.EPOCH, before);
            try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
                writer.add(slot(DAY.plus(FIVE_MINUTES.multipliedBy(2))));
                assertThat(writer.cut().isPresent()
                                || before.found.size() == 0
                                || length == whole.length
                                || isBorder(whole, length))
                        .isTrue();
            }
            List<Object> expected = new ArrayList<>(before.found);
            expected.add(slot(DAY.plus(FIVE_MINUTES.multipliedBy(2))));
            assertThat(read()).as("cut to %d bytes", length).isEqualTo(expected);
        }
    }

    /** Whether an entry ends at this length. */
    private static boolean isBorder(byte[] whole, int length) {
        int at = 8;
        while (at < length) {
            at += 8 + java.nio.ByteBuffer.wrap(whole).getInt(at);
        }
        return at == length;
    }

    @Test
    void whatIsBehindDamageIsKeptInACopyWhenTheFileIsGoneOnWith() throws IOException {
        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            writer.add(slot(DAY));
            writer.add(slot(DAY.plus(FIVE_MINUTES)));
            writer.add(slot(DAY.plus(FIVE_MINUTES.multipliedBy(2))));
        }
        byte[] damaged = Files.readAllBytes(file());
        damaged[damaged.length / 2] ^= 1;
        Files.write(file(), damaged);

        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            writer.add(slot(DAY.plus(FIVE_MINUTES.multipliedBy(3))));

            assertThat(writer.damaged()).hasValueSatisfying(kept -> assertThat(kept.copy())
                    .hasSameBinaryContentAs(write("expected", damaged)));
        }
        assertThat(read()).containsExactly(slot(DAY), slot(DAY.plus(FIVE_MINUTES.multipliedBy(3))));
        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            writer.add(slot(DAY.plus(FIVE_MINUTES.multipliedBy(4))));
            assertThat(writer.damaged()).isEmpty();
        }
    }

    private Path write(String name, byte[] bytes) {
        try {
            return Files.write(folder.resolveSibling(folder.getFileName() + "-" + name), bytes);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void damageInTheMiddleIsReportedAndWhatStandsBeforeItIsRead() throws IOException {
        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            writer.add(slot(DAY));
            writer.add(slot(DAY.plus(FIVE_MINUTES)));
        }
        byte[] damaged = Files.readAllBytes(file());
        damaged[damaged.length - 20] ^= 1;
        Files.write(file(), damaged);

        Everything everything = new Everything();
        List<HistoryFolder.LeftOut> leftOut = new HistoryFolder(folder).read(Instant.EPOCH, everything);

        assertThat(everything.found).containsExactly(slot(DAY));
        assertThat(leftOut).singleElement().satisfies(part -> {
            assertThat(part.why()).contains("checksum");
            assertThat(part.bytes()).isPositive();
        });
    }

    @Test
    void daysBeforeTheRetentionAreDeletedAndOtherFilesStay() throws IOException {
        Path other = Files.writeString(folder.resolve("watch-notes.history"), "mine", StandardOpenOption.CREATE);
        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            for (int day = 0; day < 6; day++) {
                writer.add(slot(DAY.plus(Duration.ofDays(day))));
            }
        }

        assertThat(read()).hasSize(4).startsWith(slot(DAY.plus(Duration.ofDays(2))));
        assertThat(other).exists();
    }

    @Test
    void oneProcessAtATimeWritesAndAForeignFileIsNotTouched() throws IOException {
        try (HistoryWriter first = HistoryWriter.open(folder, KEPT)) {
            first.add(slot(DAY.plus(Duration.ofDays(1))));
            assertThatThrownBy(() -> HistoryWriter.open(folder, KEPT)).hasMessageContaining("another squeeze watch");
        }
        Files.writeString(file(), "something else entirely");

        try (HistoryWriter writer = HistoryWriter.open(folder, KEPT)) {
            assertThatThrownBy(() -> writer.add(slot(DAY)))
                    .hasMessageContaining("is not a history file of squeeze watch");
        }
        assertThat(file()).hasContent("something else entirely");
    }
}
