package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.KafkaBatches;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads batches created by Kafka's own classes, intact and damaged. */
class SegmentSourceTest {
    private static final String FIRST = "00000000000000000000.log";
    private static final long SEED = 20_250;
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final Duration ENOUGH_TIME = Duration.ofMinutes(1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void readsKeysValuesHeadersAndTimestampsOfEveryCodec(CodecType codec) throws IOException {
        BatchRecord[] sent = {
            new BatchRecord(bytes("k"), bytes("v"), BatchRecord.NO_HEADERS, START_MILLIS),
            new BatchRecord(null, new byte[70_000], BatchRecord.NO_HEADERS, START_MILLIS + 5),
            new BatchRecord(
                    bytes("gone"), null, new RecordHeader[] {new RecordHeader("h", bytes("x"))}, START_MILLIS + 9)
        };
        Path file = segment("orders-0", FIRST, bytes(KafkaBatches.batch(compression(codec), sent)));
        Reading reading = read(file);

        assertSame(reading.records(), List.of(sent));
        assertThat(reading.report().hasTimestamps()).isTrue();
        assertThat(reading.report().hasKeys()).isTrue();
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void readsADataFolderByTopicPartitionAndOffsetAndPassesOverWhatLiesBeside() throws IOException {
        segment("b-0", FIRST, one("b-0"));
        segment("a-10", FIRST, one("a-10"));
        segment("a-2", "00000000000000000900.log", one("a-2 later"));
        segment("a-2", "00000000000000000090.log", one("a-2"));
        segment("__consumer_offsets-3", FIRST, one("internal"));
        segment("a-7.0123456789abcdef0123456789abcdef-delete", FIRST, one("deleted"));
        for (String beside : List.of(
                "00000000000000000000.index",
                "00000000000000000000.timeindex",
                "leader-epoch-checkpoint",
                "partition.metadata",
                "00000000000000000009.snapshot",
                "00000000000000000000.txnindex")) {
            segment("b-0", beside, bytes("x"));
        }
        segment("b-0", "notes.txt", bytes("x"));
        Files.writeString(folder.resolve("meta.properties"), "x");
        Files.writeString(folder.resolve(".lock"), "");
        Reading reading = read(folder);

        assertThat(reading.values()).containsExactly("a-2", "a-2 later", "a-10", "b-0");
        assertThat(reading.report().notices())
                .extracting(ReadNotice::message)
                .hasSize(3)
                .anyMatch(message -> message.contains("__consumer_offsets-3"))
                .anyMatch(message -> message.contains("-delete"))
                .anyMatch(message -> message.contains("notes.txt"));
        assertThat(read(folder.resolve("__consumer_offsets-3")).values()).containsExactly("internal");
    }

    @Test
    void controlBatchesAreNoRecords() throws IOException {
        byte[] marker = bytes(MemoryRecords.withEndTransactionMarker(
                        5, (short) 1, new EndTransactionMarker(ControlRecordType.COMMIT, 2))
                .buffer());

        assertThat(read(segment("t-0", FIRST, one("a"), marker, one("b"))).values())
                .containsExactly("a", "b");
    }

    /** As doctor counts them: most batches are in transactions, which end after hardly more than one batch. */
    @Test
    void transactionsThatEndMostBatchesAreSeen() throws IOException {
        byte[] marker = bytes(MemoryRecords.withEndTransactionMarker(
                        7, (short) 1, new EndTransactionMarker(ControlRecordType.COMMIT, 2))
                .buffer());

        assertThat(read(segment("a-0", FIRST, transactional(3), marker, transactional(4), marker, one("x")))
                        .report()
                        .stored()
                        .orElseThrow()
                        .recordsPerTransaction())
                .hasValue(3.5);
        assertThat(read(segment("b-0", FIRST, transactional(3), transactional(4), marker))
                        .report()
                        .stored()
                        .orElseThrow()
                        .recordsPerTransaction())
                .as("several batches in each")
                .isEmpty();
        assertThat(read(segment("c-0", FIRST, one("x"), one("y"), transactional(3), marker))
                        .report()
                        .stored()
                        .orElseThrow()
                        .recordsPerTransaction())
                .as("most are in none")
                .isEmpty();
    }

    private static byte[] transactional(int records) {
        SimpleRecord[] some = new SimpleRecord[records];
        Arrays.setAll(some, i -> new SimpleRecord(START_MILLIS + i, bytes("v" + i)));
        return bytes(MemoryRecords.withTransactionalRecords(Compression.NONE, 7, (short) 1, 0, some)
                .buffer());
    }

    @Test
    void aTruncatedCopyGivesTheWholeBatchesBeforeTheCutWhereverItIs() throws IOException {
        byte[] whole = concat(one("a"), one("b"), one("c"));
        int batch = one("a").length;
        for (int length = batch; length <= whole.length; length++) {
            Reading reading = read(segment("t-0", FIRST, java.util.Arrays.copyOf(whole, length)));

            assertThat(reading.records()).hasSize(length / batch);
            if (length % batch != 0) {
                assertThat(reading.onlyNotice())
                        .contains(FIRST + " at byte " + length / batch * batch, length % batch + " bytes");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void damageAnywhereIsNeverReadAsRecords(long seed) throws IOException {
        Random random = new Random(SEED + seed);
        byte[] first = one("undamaged");
        byte[] whole = concat(first, many(CodecType.ZSTD), many(CodecType.NONE), many(CodecType.LZ4));
        List<BatchRecord> sent = read(segment("t-0", FIRST, whole)).records();
        for (int i = 0; i < 150; i++) {
            byte[] damaged = whole.clone();
            int at = first.length + random.nextInt(damaged.length - first.length);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Reading reading = read(segment("t-0", FIRST, damaged));

            assertThat(reading.records()).as("seed %d, byte %d", seed, at).hasSizeLessThanOrEqualTo(sent.size());
            assertThat(reading.values())
                    .isSubsetOf(sent.stream()
                            .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                            .toList());
        }
    }

    @Test
    void aLengthOfTwoGibibytesIsNotBelieved() throws IOException {
        byte[] claiming = one("b");
        ByteBuffer.wrap(claiming).putInt(8, Integer.MAX_VALUE - 12);
        Reading reading = read(segment("t-0", FIRST, one("a"), claiming, one("c")));

        assertThat(reading.values()).containsExactly("a");
        assertThat(reading.onlyNotice()).contains("claims 2,147,483,647 bytes");
    }

    @Test
    void aBatchWithAWrongCrcIsLeftOutAndTheNextOnesAreRead() throws IOException {
        byte[] damaged = one("b");
        damaged[damaged.length - 1] ^= 1;
        Reading reading = read(segment("t-0", FIRST, one("a"), damaged, one("c")));

        assertThat(reading.values()).containsExactly("a", "c");
        assertThat(reading.onlyNotice())
                .contains("at byte " + one("a").length, "CRC")
                .doesNotContain("\n");
    }

    @Test
    void aCodecThatNobodyKnowsIsLeftOut() throws IOException {
        byte[] unknown = one("b");
        unknown[22] = 7;

        assertThat(read(segment("t-0", FIRST, one("a"), unknown, one("c"))).values())
                .containsExactly("a", "c");
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 1})
    void messagesOfOldFormatsArePassedOverByTheirLength(byte magic) throws IOException {
        byte[] old = oldMessage(magic);
        Reading reading = read(segment("t-0", FIRST, old, old, one("a"), old));

        assertThat(reading.values()).containsExactly("a");
        assertThat(reading.onlyNotice()).contains("3 messages", 3 * old.length + " bytes");
    }

    @Test
    void batchesThatLieAcrossMappedPiecesAreReadOnce() throws IOException {
        Path file = segment("t-0", FIRST, one("a"), many(CodecType.NONE), one("b"), many(CodecType.ZSTD), one("c"));
        List<Long> positions = positions(file, 1L << 30);

        assertThat(positions).hasSize(5);
        for (long piece : new long[] {64, 100, 333, 5_000}) {
            assertThat(positions(file, piece)).as("pieces of %d bytes", piece).isEqualTo(positions);
        }
    }

    @Test
    void filesAndFoldersWithoutRecordsAreRefusedWithARemedy() throws IOException {
        segment("only-0", "00000000000000000000.index", bytes("x"));
        assertThatThrownBy(() -> read(folder.resolve("only-0")))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("contains no segments");
        Path empty = segment("empty-0", FIRST);
        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("contains no readable records");
        assertThatThrownBy(() -> read(folder.resolve("nowhere")))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void flagsOfTextAndOtherFilesBesideAreRefused() throws IOException {
        String notation = "segment:" + segment("t-0", FIRST, one("a"));

        assertThatThrownBy(() -> Sources.open(List.of(notation), Reading.options(RecordFormat.LINES), () -> System.in))
                .hasMessageContaining("--format");
        assertThatThrownBy(() -> Sources.open(List.of(notation, "a.txt"), ReadOptions.DEFAULT, () -> System.in))
                .hasMessageContaining("cannot be combined");
    }

    private static List<Long> positions(Path file, long pieceBytes) {
        List<Long> positions = new ArrayList<>();
        Segments.find(List.of(file.toString()), pieceBytes)
                .walk(
                        (segment, position, header) -> {
                            positions.add(position);
                            return true;
                        },
                        (read, total) -> {});
        return positions;
    }

    @Test
    void aFewBatchesFromAllOverShowTheRateOfTheWholeLog() throws IOException {
        for (int partition = 0; partition < 3; partition++) {
            byte[][] batches = new byte[300][];
            for (int i = 0; i < batches.length; i++) {
                batches[i] = bytes(KafkaBatches.batch(Compression.NONE, batchOf(20, START_MILLIS + 1_000L * i)));
            }
            segment("orders-" + partition, FIRST, batches);
        }
        Segments segments = Segments.find(List.of(folder.toString()));
        StoredBatches all = read(folder).report().stored().orElseThrow();

        Reading few =
                Reading.of(new FewOfSegments("segment:orders", segments, segments.storedBytes() / 10, ENOUGH_TIME));

        StoredBatches seen = few.report().stored().orElseThrow();
        assertThat(few.records()).hasSizeBetween(18_000 / 12, 18_000 / 5);
        assertThat(seen.whole()).isFalse();
        assertThat(seen.partitions()).isEqualTo(3);
        assertThat(seen.recordsPerBatch()).isEqualTo(20);
        assertThat(seen.newest()).isEqualTo(all.newest());
        assertThat(seen.recordsPerSecond().orElseThrow())
                .isCloseTo(all.recordsPerSecond().orElseThrow(), within(0.1));
        assertThat(few.values().stream().map(value -> value.substring(0, 3)).distinct())
                .as("from the beginning to the end")
                .contains("000", "290");
    }

    /** A log that takes too long to walk; its first tenth was written in a hundredth of the time. */
    @ParameterizedTest
    @ValueSource(strings = {"", "cut"})
    void ofALongLogOfOnePartitionTheRateIsNotThatOfItsBeginning(String end) throws IOException {
        byte[][] batches = new byte[10_000][];
        for (int i = 0; i < batches.length; i++) {
            long millis = i < 1_000 ? 100L * i : 100_000 + 1_100L * (i - 1_000);
            batches[i] = bytes(KafkaBatches.batch(
                    Compression.NONE,
                    new BatchRecord(
                            null,
                            bytes("%04d of a batch".formatted(i)),
                            BatchRecord.NO_HEADERS,
                            START_MILLIS + millis)));
        }
        segment("orders-0", FIRST, java.util.Arrays.copyOf(batches, 7_000));
        byte[][] rest = java.util.Arrays.copyOfRange(batches, 7_000, 10_001);
        rest[3_000] = end.isEmpty() ? new byte[0] : java.util.Arrays.copyOf(batches[0], 70);
        segment("orders-0", "00000000000000007000.log", rest);
        Segments segments = Segments.find(List.of(folder.toString()));

        Reading few =
                Reading.of(new FewOfSegments("segment:orders", segments, segments.storedBytes() / 10, Duration.ZERO));

        StoredBatches seen = few.report().stored().orElseThrow();
        assertThat(seen.rate().orElseThrow().seconds()).isCloseTo(9_998.9, within(0.2));
        assertThat(seen.recordsPerSecond().orElseThrow()).isCloseTo(1, within(0.005));
        assertThat(few.records()).hasSizeBetween(800, 1_200);
        assertThat(few.values().stream().map(value -> value.substring(0, 1)).distinct())
                .as("from the beginning to the end")
                .hasSize(10);
    }

    @Test
    void aLogThatIsReadInAMomentNeedsNoFirstLook() throws IOException {
        segment("orders-0", FIRST, one("all"));

        assertThat(new SegmentSource(List.of(folder.toString()), ReadOptions.DEFAULT).few(1 << 20))
                .isEmpty();
    }

    /** Values start with the number of the batch, rounded down to tens. */
    private static BatchRecord[] batchOf(int records, long millis) {
        BatchRecord[] batch = new BatchRecord[records];
        for (int i = 0; i < records; i++) {
            String value = "%03d of a batch".formatted((millis - START_MILLIS) / 10_000 * 10);
            batch[i] = new BatchRecord(null, bytes(value), BatchRecord.NO_HEADERS, millis + i);
        }
        return batch;
    }

    private static Reading read(Path path) {
        return Reading.of(Sources.open(List.of("segment:" + path), ReadOptions.DEFAULT, () -> System.in));
    }

    private Path segment(String partition, String name, byte[]... parts) throws IOException {
        Path parent = Files.createDirectories(folder.resolve(partition));
        return Files.write(parent.resolve(name), concat(parts));
    }

    private static byte[] one(String value) {
        return bytes(KafkaBatches.batch(
                Compression.NONE, new BatchRecord(null, bytes(value), BatchRecord.NO_HEADERS, START_MILLIS)));
    }

    private static byte[] many(CodecType codec) {
        BatchRecord[] records = new BatchRecord[30];
        for (int i = 0; i < records.length; i++) {
            records[i] = new BatchRecord(
                    bytes("key " + i), bytes(codec + " value " + i), BatchRecord.NO_HEADERS, START_MILLIS + i);
        }
        return bytes(KafkaBatches.batch(compression(codec), records));
    }

    /** By the public description: offset, length, CRC, magic, attributes, from 1 on a timestamp, key, value. */
    private static byte[] oldMessage(byte magic) {
        ByteBuffer message = ByteBuffer.allocate(magic == 0 ? 29 : 37);
        message.putLong(0).putInt(message.capacity() - 12).putInt(0).put(magic).put((byte) 0);
        if (magic == 1) {
            message.putLong(START_MILLIS);
        }
        return message.putInt(-1).putInt(3).put(bytes("old")).array();
    }

    private static Compression compression(CodecType type) {
        return switch (type) {
            case NONE -> Compression.NONE;
            case GZIP -> Compression.gzip().build();
            case SNAPPY -> Compression.snappy().build();
            case LZ4 -> Compression.lz4().build();
            case ZSTD -> Compression.zstd().build();
        };
    }

    static void assertSame(List<BatchRecord> read, List<BatchRecord> sent) {
        assertThat(read).hasSameSizeAs(sent);
        for (int i = 0; i < sent.size(); i++) {
            assertThat(read.get(i).key()).isEqualTo(sent.get(i).key());
            assertThat(read.get(i).value()).isEqualTo(sent.get(i).value());
            assertThat(read.get(i).headers()).isEqualTo(sent.get(i).headers());
            assertThat(read.get(i).timestampMillis()).isEqualTo(sent.get(i).timestampMillis());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
