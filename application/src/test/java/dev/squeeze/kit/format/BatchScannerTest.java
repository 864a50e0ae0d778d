package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans batches created by Kafka's own builder. */
class BatchScannerTest {
    private static final long SEED = 61;

    private final BatchScanner scanner = new BatchScanner();

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void readsTheHeaderThatKafkaWrote(CodecType codec) {
        ByteBuffer bytes = KafkaBatches.batch(compression(codec), RecordShapes.lines(SEED, 40));

        assertAsKafkaSees(bytes);
        scan(bytes, header -> assertThat(header.codec()).contains(codec));
    }

    @Test
    void readsProducersTransactionsControlBatchesAndTimestampsOfTheBroker() {
        SimpleRecord record = new SimpleRecord(RecordShapes.START_MILLIS, "key".getBytes(), "value".getBytes());
        assertAsKafkaSees(MemoryRecords.withTransactionalRecords(
                        77, Compression.lz4().build(), 4_321, (short) 3, 55, 9, record, record)
                .buffer());
        assertAsKafkaSees(MemoryRecords.withEndTransactionMarker(
                        5, (short) 1, new EndTransactionMarker(ControlRecordType.COMMIT, 2))
                .buffer());
        assertAsKafkaSees(MemoryRecords.withRecords(
                        RecordBatch.MAGIC_VALUE_V2, 12, Compression.NONE, TimestampType.LOG_APPEND_TIME, record)
                .buffer());
        ByteBuffer empty = ByteBuffer.allocate(RecordFormatV2.BATCH_HEADER_BYTES);
        DefaultRecordBatch.writeEmptyHeader(
                empty,
                RecordBatch.MAGIC_VALUE_V2,
                7,
                (short) 2,
                5,
                100,
                120,
                4,
                TimestampType.CREATE_TIME,
                RecordShapes.START_MILLIS,
                true,
                false);
        assertAsKafkaSees(empty.flip());
    }

    @Test
    void aCodecThatNobodyKnowsIsNoError() {
        ByteBuffer bytes = batches(1);
        bytes.put(22, (byte) 6);

        ScanEnd end = scan(bytes, header -> {
            assertThat(header.codecId()).isEqualTo(6);
            assertThat(header.codec()).isEmpty();
        });

        assertThat(end).isInstanceOf(ScanEnd.Complete.class);
    }

    @Test
    void bytesThatEndAnywhereEndTheWalkAtTheLastWholeBatch() {
        ByteBuffer bytes = batches(3);
        List<Integer> starts = new ArrayList<>();
        scan(bytes, header -> starts.add(header.position()));
        starts.add(bytes.limit());

        for (int cut = 0; cut <= bytes.limit(); cut++) {
            int limit = cut;
            int whole =
                    (int) starts.stream().skip(1).filter(end -> end <= limit).count();
            List<Integer> seen = new ArrayList<>();
            ScanEnd end = scan(bytes.duplicate().limit(cut), header -> seen.add(header.position()));

            assertThat(seen).as("cut at %d", cut).isEqualTo(starts.subList(0, whole));
            assertThat(end.position()).isEqualTo(starts.get(whole));
            if (cut == starts.get(whole)) {
                assertThat(end).isInstanceOf(ScanEnd.Complete.class);
            } else {
                long size = starts.get(whole + 1) - starts.get(whole);
                OptionalLong claimed = cut - starts.get(whole) < BatchHeader.PREFIX_BYTES
                        ? OptionalLong.empty()
                        : OptionalLong.of(size);
                assertThat(end).isEqualTo(new ScanEnd.Truncated(starts.get(whole), claimed));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 1})
    void messagesOfOldFormatsAreToldAndNotRead(byte magic) {
        ByteBuffer old = MemoryRecords.withRecords(
                        magic, Compression.NONE, new SimpleRecord(1, "key".getBytes(), "value".getBytes()))
                .buffer();
        ByteBuffer v2 = batches(1);
        ByteBuffer both = ByteBuffer.allocate(v2.limit() + old.limit())
                .put(v2.duplicate())
                .put(old);

        assertThat(scan(both.flip(), header -> assertThat(header.magic()).isEqualTo((byte) 2)))
                .isEqualTo(new ScanEnd.OldFormat(v2.limit(), magic));
    }

    @Test
    void whatCannotBeAHeaderIsNamedWithItsPlace() {
        assertCorrupt(bytes -> bytes.putInt(8, -5), "impossible length -5 of a batch at byte 0");
        assertCorrupt(bytes -> bytes.putInt(8, 0), "impossible length 0");
        assertCorrupt(bytes -> bytes.putInt(8, 48), "impossible length 48");
        assertCorrupt(bytes -> bytes.putInt(8, Integer.MAX_VALUE), "impossible length 2147483647");
        assertCorrupt(bytes -> bytes.put(16, (byte) 9), "unknown format 9");
        assertCorrupt(bytes -> bytes.putLong(0, -1), "negative base offset -1");
        assertCorrupt(bytes -> bytes.putInt(23, -1), "impossible last offset delta -1");
        assertCorrupt(bytes -> bytes.putLong(0, Long.MAX_VALUE), "impossible last offset delta");
        assertCorrupt(bytes -> bytes.putInt(57, -1), "impossible record count -1");
        assertCorrupt(bytes -> bytes.putInt(57, 1 << 30), "impossible record count");
    }

    @Test
    void aLengthBeyondTheBytesIsATruncationAndNothingIsMadeOfThatSize() {
        ByteBuffer bytes = batches(1);
        bytes.putInt(8, Integer.MAX_VALUE - 12);

        assertThat(scan(bytes, header -> {})).isEqualTo(new ScanEnd.Truncated(0, OptionalLong.of(Integer.MAX_VALUE)));
    }

    @Test
    void damagedBytesNeitherThrowNorLoop() {
        Random random = new Random(SEED);
        ByteBuffer whole = batches(4);
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = new byte[random.nextInt(whole.limit() + 1)];
            whole.get(0, damaged);
            for (int hits = random.nextInt(20); hits > 0 && damaged.length > 0; hits--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            assertOrderly(damaged, "damaged, round " + round + ", seed " + SEED);
        }
    }

    @Test
    void noiseNeitherThrowsNorLoops() {
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            if (noise.length > 16) {
                // Plausible lengths and the right format, as otherwise hardly any would pass the first check.
                noise[8] = 0;
                noise[9] = 0;
                noise[10] = 0;
                noise[16] = (byte) random.nextInt(3);
            }
            assertOrderly(noise, "noise, round " + round + ", seed " + SEED);
        }
    }

    @Test
    void aVisitorThatHasEnoughStopsTheWalk() {
        ByteBuffer bytes = batches(3);
        List<Integer> seen = new ArrayList<>();

        ScanEnd end = scanner.scan(bytes, header -> {
            seen.add((int) header.sizeBytes());
            return false;
        });

        assertThat(seen).hasSize(1);
        assertThat(end).isEqualTo(new ScanEnd.Stopped(seen.get(0)));
    }

    @Test
    void theBuffersOwnPositionLimitAndByteOrderMatterNot() {
        ByteBuffer inner = batches(2);
        ByteBuffer outer = ByteBuffer.allocateDirect(inner.limit() + 20).order(ByteOrder.LITTLE_ENDIAN);
        outer.put(13, inner, 0, inner.limit());
        outer.position(13).limit(13 + inner.limit());
        List<ByteBuffer> seen = new ArrayList<>();

        ScanEnd end = scan(outer, header -> seen.add(header.batch()));

        assertThat(end).isEqualTo(new ScanEnd.Complete(13 + inner.limit()));
        assertThat(seen.get(0).remaining() + seen.get(1).remaining()).isEqualTo(inner.limit());
        assertThat(seen.get(0)).isEqualTo(inner.slice(0, seen.get(0).remaining()));
        assertThat(outer.position()).isEqualTo(13);
    }

    @Test
    void aHeaderThatIsNotThereWholeCannotBeWrapped() {
        assertThatThrownBy(() -> new BatchHeader().wrap(ByteBuffer.allocate(100), 40))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at position 40 of 100 bytes");
    }

    private void assertOrderly(byte[] bytes, String what) {
        int[] last = {-1, 0};
        ScanEnd end = scan(ByteBuffer.wrap(bytes), header -> {
            assertThat(header.position()).as(what).isGreaterThan(last[0]);
            assertThat(header.position() + header.sizeBytes()).as(what).isLessThanOrEqualTo(bytes.length);
            last[0] = header.position();
            last[1] = (int) (header.position() + header.sizeBytes());
        });
        assertThat(end.position()).as(what).isEqualTo(last[1]);
    }

    private void assertCorrupt(Consumer<ByteBuffer> damage, String reason) {
        ByteBuffer bytes = batches(1);
        damage.accept(bytes);
        assertThat(scan(bytes, header -> {})).isInstanceOfSatisfying(ScanEnd.Corrupt.class, end -> {
            assertThat(end.position()).isZero();
            assertThat(end.reason()).contains(reason).contains("at byte 0");
        });
    }

    private void assertAsKafkaSees(ByteBuffer bytes) {
        MutableRecordBatch kafka =
                MemoryRecords.readableRecords(bytes).batchIterator().next();
        List<Long> seen = new ArrayList<>();
        scan(bytes, header -> {
            seen.add(header.baseOffset());
            assertThat(header.baseOffset()).isEqualTo(kafka.baseOffset());
            assertThat(header.lastOffset()).isEqualTo(kafka.lastOffset());
            assertThat(header.sizeBytes()).isEqualTo(kafka.sizeInBytes());
            assertThat(header.partitionLeaderEpoch()).isEqualTo(kafka.partitionLeaderEpoch());
            assertThat(header.magic()).isEqualTo(kafka.magic());
            assertThat(header.crc()).isEqualTo(kafka.checksum());
            assertThat(header.codecId()).isEqualTo((int) kafka.compressionType().id);
            assertThat(header.timestampType().name())
                    .isEqualTo(kafka.timestampType().name());
            assertThat(header.isTransactional()).isEqualTo(kafka.isTransactional());
            assertThat(header.isControl()).isEqualTo(kafka.isControlBatch());
            assertThat(header.hasDeleteHorizon())
                    .isEqualTo(kafka.deleteHorizonMs().isPresent());
            assertThat(header.baseTimestampMillis()).isEqualTo(((DefaultRecordBatch) kafka).baseTimestamp());
            assertThat(header.maxTimestampMillis()).isEqualTo(kafka.maxTimestamp());
            assertThat(header.hasProducer()).isEqualTo(kafka.hasProducerId());
            assertThat(header.producerId()).isEqualTo(kafka.producerId());
            assertThat(header.producerEpoch()).isEqualTo(kafka.producerEpoch());
            assertThat(header.baseSequence()).isEqualTo(kafka.baseSequence());
            assertThat(Optional.of(header.recordCount())).contains(kafka.countOrNull());
            assertThat(header.batch()).isEqualTo(bytes);
        });
        assertThat(seen).hasSize(1);
    }

    private ScanEnd scan(ByteBuffer bytes, Consumer<BatchHeader> visitor) {
        return scanner.scan(bytes, header -> {
            visitor.accept(header);
            return true;
        });
    }

    private static ByteBuffer batches(int count) {
        ByteBuffer all = ByteBuffer.allocate(1 << 16);
        for (int i = 0; i < count; i++) {
            all.put(KafkaBatches.batch(
                    compression(CodecType.values()[i % CodecType.values().length]), RecordShapes.lines(SEED + i, 5)));
        }
        return all.flip();
    }

    private static Compression compression(CodecType codec) {
        return Compression.of(codec.label()).build();
    }
}
