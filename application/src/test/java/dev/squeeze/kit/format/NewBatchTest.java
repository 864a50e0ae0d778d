package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.junit.jupiter.api.Test;

/** Kafka's own classes write the input batches and read the results. */
class NewBatchTest {
    private static final int HEADER_BYTES = RecordFormatV2.BATCH_HEADER_BYTES;
    private static final long SEED = 23;
    private static final long BASE_OFFSET = 5_000;

    private final NewBatch batch = new NewBatch();

    @Test
    void aWholeBatchKeepsItsBytesWhateverIsInIt() {
        RecordShapes.small(SEED).forEach((shape, records) -> {
            ByteBuffer source = at(BASE_OFFSET, KafkaBatches.batch(Compression.NONE, records));
            batch.clear();
            add(source, 0);

            assertThat(Arrays.copyOf(batch.records(), batch.recordBytes()))
                    .as(shape)
                    .isEqualTo(recordBytes(source));
            assertThat(read(made())).as(shape).isEqualTo(read(source));
        });
    }

    @Test
    void batchesThatAreJoinedReadLikeOneAfterTheOther() {
        Random random = new Random(SEED);
        List<SimpleRecord> expected = new ArrayList<>();
        long offset = BASE_OFFSET;
        for (int i = 0; i < 200; i++) {
            BatchRecord[] records = new BatchRecord[1 + random.nextInt(20)];
            Arrays.setAll(records, number -> anything(random));
            // There may be offsets of other batches in between, for example of markers.
            offset += random.nextInt(3);
            ByteBuffer source = at(offset, KafkaBatches.batch(Compression.NONE, records));
            expected.addAll(read(source));
            offset += records.length;
            add(source, 0);
        }

        assertThat(batch.recordCount()).isEqualTo(expected.size());
        assertThat(read(made())).isEqualTo(expected);
        assertThat(maxTimestamp(made()))
                .isEqualTo(expected.stream()
                        .mapToLong(SimpleRecord::timestamp)
                        .max()
                        .orElseThrow());
    }

    @Test
    void recordsBeforeTheOffsetAreLeftOut() {
        BatchRecord[] records = RecordShapes.lines(SEED, 10);
        ByteBuffer source = at(BASE_OFFSET, KafkaBatches.batch(Compression.NONE, records));
        List<SimpleRecord> all = read(source);
        for (int cut = 0; cut < records.length; cut++) {
            batch.clear();
            add(source, BASE_OFFSET + cut);

            assertThat(read(made())).isEqualTo(all.subList(cut, all.size()));
        }
        batch.clear();
        add(source, BASE_OFFSET + records.length);
        assertThat(batch.isEmpty()).isTrue();
    }

    @Test
    void whereOffsetsAreMissingNewOnesFollowEachOther() {
        ByteBuffer source =
                batch(TimestampType.CREATE_TIME, RecordBatch.NO_TIMESTAMP, BASE_OFFSET, new long[] {2, 3, 70, 4_000});
        add(source, 0);
        assertThat(read(made())).isEqualTo(read(source)).hasSize(4);

        batch.clear();
        add(source, BASE_OFFSET + 4);
        assertThat(read(made())).isEqualTo(read(source).subList(2, 4));
    }

    @Test
    void timestampsThatABrokerSetBecomeTheRecordsOwn() {
        ByteBuffer source = at(BASE_OFFSET, KafkaBatches.batch(Compression.NONE, RecordShapes.lines(SEED, 30)));
        MutableRecordBatch stored =
                MemoryRecords.readableRecords(source).batchIterator().next();
        stored.setMaxTimestamp(TimestampType.LOG_APPEND_TIME, 1_900_000_000_000L);
        List<SimpleRecord> expected = read(source);
        assertThat(expected).allSatisfy(record -> assertThat(record.timestamp()).isEqualTo(1_900_000_000_000L));

        add(source, 0);

        MutableRecordBatch copy =
                MemoryRecords.readableRecords(made()).batchIterator().next();
        assertThat(copy.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(read(made())).isEqualTo(expected);
    }

    @Test
    void theDeleteHorizonThatACleanerWroteIsNoTimestamp() {
        long horizon = 1_800_000_000_000L;
        ByteBuffer source = batch(TimestampType.CREATE_TIME, horizon, BASE_OFFSET, new long[] {0, 1, 2, 9});
        assertThat(MemoryRecords.readableRecords(source).batchIterator().next().deleteHorizonMs())
                .hasValue(horizon);
        add(source, 0);
        MutableRecordBatch copy =
                MemoryRecords.readableRecords(made()).batchIterator().next();
        assertThat(copy.deleteHorizonMs()).isEmpty();
        assertThat(read(made())).isEqualTo(read(source));

        batch.clear();
        ByteBuffer whole = batch(TimestampType.CREATE_TIME, horizon, BASE_OFFSET, new long[] {0, 1, 2, 3});
        add(whole, 0);
        assertThat(read(made())).isEqualTo(read(whole));
    }

    @Test
    void partsHoldWhatTheWholeHolds() {
        ByteBuffer first = at(BASE_OFFSET, KafkaBatches.batch(Compression.NONE, RecordShapes.mixed(SEED)));
        ByteBuffer second = at(BASE_OFFSET + 9_000, KafkaBatches.batch(Compression.NONE, RecordShapes.lines(SEED, 40)));
        add(first, 0);
        add(second, 0);
        List<SimpleRecord> all = read(made());
        int half = all.size() / 2;

        assertThat(read(made(batch.part(0, half)))).isEqualTo(all.subList(0, half));
        assertThat(read(made(batch.part(half, all.size())))).isEqualTo(all.subList(half, all.size()));
        assertThat(read(made(batch.part(half, all.size()).part(3, 5)))).isEqualTo(all.subList(half + 3, half + 5));
        assertThat(read(made())).isEqualTo(all);
        assertThatThrownBy(() -> batch.part(0, all.size() + 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batch.part(4, 4)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void damagedRecordsAreRefusedAndWhatWasThereStays() {
        ByteBuffer intact = at(BASE_OFFSET, KafkaBatches.batch(Compression.NONE, RecordShapes.lines(SEED, 5)));
        add(intact, 0);
        List<SimpleRecord> before = read(made());
        byte[] good = recordBytes(intact);
        Random random = new Random(SEED);
        BatchHeader header = new BatchHeader().wrap(intact, 0);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            if (i % 3 == 0) {
                bad = Arrays.copyOf(bad, random.nextInt(bad.length));
            }
            NewBatch target = new NewBatch();
            target.add(header, ByteBuffer.wrap(good), 0);
            try {
                target.add(header, ByteBuffer.wrap(bad), 0);
            } catch (IllegalArgumentException e) {
                refused++;
                assertThat(e).hasMessageContaining("offset " + BASE_OFFSET);
                assertThat(read(made(target))).isEqualTo(before);
            }
        }
        assertThat(refused).as("of 2000").isGreaterThan(600);
    }

    @Test
    void hugeLengthsAreRefusedWithoutTakingMemory() {
        ByteBuffer intact = at(BASE_OFFSET, KafkaBatches.batch(Compression.NONE, RecordShapes.lines(SEED, 1)));
        BatchHeader header = new BatchHeader().wrap(intact, 0);
        add(intact, 0);
        for (long length : new long[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 5L, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            byte[] records = new byte[40];
            RecordFormatV2.putVarlong(records, 0, length);

            assertThatThrownBy(() -> batch.add(header, ByteBuffer.wrap(records), 0))
                    .as("length %d", length)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("damaged records");
        }
        byte[] endless = new byte[40];
        Arrays.fill(endless, (byte) -1);
        assertThatThrownBy(() -> batch.add(header, ByteBuffer.wrap(endless), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(read(made())).isEqualTo(read(intact));
    }

    /** Kafka's own classes reject timestamps before 1970. */
    private static BatchRecord anything(Random random) {
        BatchRecord any = RecordShapes.anything(random);
        return new BatchRecord(any.key(), any.value(), any.headers(), Math.abs(any.timestampMillis()));
    }

    private void add(ByteBuffer source, long fromOffset) {
        ByteBuffer records = source.slice(HEADER_BYTES, source.remaining() - HEADER_BYTES);
        batch.add(new BatchHeader().wrap(source, source.position()), records, fromOffset);
        assertThat(records.remaining()).isEqualTo(source.remaining() - HEADER_BYTES);
    }

    private ByteBuffer made() {
        return made(batch);
    }

    private static ByteBuffer made(NewBatch from) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + from.recordBytes());
        bytes.put(HEADER_BYTES, from.records(), 0, from.recordBytes());
        from.writeHeader(bytes, CodecType.NONE);
        SendableBatch.prepare(bytes);
        MutableRecordBatch read =
                MemoryRecords.readableRecords(bytes).batchIterator().next();
        read.ensureValid();
        assertThat(read.baseOffset()).isZero();
        assertThat(read.lastOffset()).isEqualTo(from.recordCount() - 1L);
        long[] expected = {0};
        read.forEach(record -> assertThat(record.offset()).isEqualTo(expected[0]++));
        return bytes;
    }

    private static List<SimpleRecord> read(ByteBuffer source) {
        List<SimpleRecord> records = new ArrayList<>();
        MemoryRecords.readableRecords(source.duplicate())
                .records()
                .forEach(record -> records.add(new SimpleRecord(record)));
        return records;
    }

    private static long maxTimestamp(ByteBuffer source) {
        return MemoryRecords.readableRecords(source).batchIterator().next().maxTimestamp();
    }

    private static byte[] recordBytes(ByteBuffer source) {
        byte[] bytes = new byte[source.remaining() - HEADER_BYTES];
        source.slice(HEADER_BYTES, bytes.length).get(bytes);
        return bytes;
    }

    /** The CRC does not cover the base offset. */
    private static ByteBuffer at(long baseOffset, ByteBuffer source) {
        ByteBuffer copy =
                ByteBuffer.allocate(source.remaining()).put(source.duplicate()).flip();
        return copy.putLong(0, baseOffset);
    }

    /** A batch as written by the log cleaner, with only some of the offsets. */
    private static ByteBuffer batch(TimestampType type, long deleteHorizonMillis, long baseOffset, long[] deltas) {
        ByteBufferOutputStream out = new ByteBufferOutputStream(512);
        try (MemoryRecordsBuilder builder = new MemoryRecordsBuilder(
                out,
                RecordBatch.MAGIC_VALUE_V2,
                Compression.NONE,
                type,
                baseOffset,
                RecordBatch.NO_TIMESTAMP,
                RecordBatch.NO_PRODUCER_ID,
                RecordBatch.NO_PRODUCER_EPOCH,
                RecordBatch.NO_SEQUENCE,
                false,
                false,
                3,
                1 << 20,
                deleteHorizonMillis)) {
            for (long delta : deltas) {
                builder.appendWithOffset(
                        baseOffset + delta,
                        RecordShapes.START_MILLIS - delta,
                        ("key " + delta).getBytes(),
                        delta == 3 ? null : ("value " + delta).getBytes());
            }
            return builder.build().buffer();
        }
    }
}
