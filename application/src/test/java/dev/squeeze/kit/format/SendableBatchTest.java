package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kafka's own classes check whether a prepared batch is valid. */
class SendableBatchTest {
    private static final int HEADER_BYTES = RecordFormatV2.BATCH_HEADER_BYTES;

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void aForeignBatchLosesItsProducerAndKeepsItsRecords(CodecType codec) {
        SimpleRecord[] records = {
            new SimpleRecord(1_000, "k".getBytes(), "first".getBytes()),
            new SimpleRecord(1_007, null, "second".getBytes())
        };
        ByteBuffer foreign = MemoryRecords.withTransactionalRecords(
                        500, Compression.of(codec.label()).build(), 9_000, (short) 4, 33, 2, records)
                .buffer();
        ByteBuffer payload = copy(foreign.slice(HEADER_BYTES, foreign.remaining() - HEADER_BYTES));

        SendableBatch.prepare(foreign.order(ByteOrder.LITTLE_ENDIAN));

        MutableRecordBatch batch = MemoryRecords.readableRecords(foreign.duplicate())
                .batchIterator()
                .next();
        batch.ensureValid();
        assertThat(batch.baseOffset()).isZero();
        assertThat(batch.hasProducerId()).isFalse();
        assertThat(batch.producerEpoch()).isEqualTo((short) -1);
        assertThat(batch.baseSequence()).isEqualTo(-1);
        assertThat(batch.isTransactional()).isFalse();
        assertThat(batch.checksum()).isEqualTo(SendableBatch.computedCrc(foreign));
        assertThat(foreign.slice(HEADER_BYTES, foreign.remaining() - HEADER_BYTES))
                .isEqualTo(payload);
        List<SimpleRecord> kept = new ArrayList<>();
        batch.forEach(record -> kept.add(new SimpleRecord(record)));
        assertThat(kept).containsExactly(records);
    }

    @Test
    void whatNoBrokerTakesIsRefusedWithTheReason() {
        refuses(
                MemoryRecords.withEndTransactionMarker(
                                5, (short) 1, new EndTransactionMarker(ControlRecordType.ABORT, 2))
                        .buffer(),
                "control records");
        ByteBuffer compacted = batch();
        compacted.putInt(23, 9);
        refuses(compacted, "compaction removed records from it (3 of 10 are left)");
        refuses(batch().putInt(57, 0), "compaction removed all");
        refuses(ByteBuffer.allocate(10), "it has 10 bytes");
        refuses(batch().put(16, (byte) 1), "of format 1");
        ByteBuffer cut = batch();
        refuses(cut.limit(cut.limit() - 1), "not one whole batch");
    }

    private static void refuses(ByteBuffer batch, String reason) {
        assertThatThrownBy(() -> SendableBatch.prepare(batch))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    private static ByteBuffer batch() {
        return copy(KafkaBatches.batch(Compression.NONE, RecordShapes.lines(1, 3)));
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }
}
