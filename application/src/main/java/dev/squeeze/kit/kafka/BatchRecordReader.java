package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.utils.Utils;

/**
 * Reads the records of stored batches with Kafka's own classes, whatever is in them: the CRC is checked first, a batch is
 * decompressed into one buffer that grows with what comes out and has a bound, and no length that a record claims is
 * believed beyond that.
 *
 * <p>One instance serves one thread.
 */
public final class BatchRecordReader implements AutoCloseable {
    private final RecordBytes bytes = new RecordBytes();

    /** Receives the records of a batch. */
    @FunctionalInterface
    public interface Visitor {
        /** @return whether to go on */
        boolean visit(long offset, BatchRecord record);
    }

    /**
     * Hands over every record of a batch, in offset order.
     *
     * @param batch exactly one whole batch v2; its position and limit stay
     * @return bytes of the batch uncompressed, header included, also where the visitor stopped early
     * @throws UnreadableBatchException when CRC, compression or records are damaged, or too large unpacked; nothing of
     *     what the batch holds is in the message. What the visitor throws is passed on.
     */
    public long read(ByteBuffer batch, Visitor visitor) throws UnreadableBatchException {
        DefaultRecordBatch stored = RecordBytes.verified(batch);
        Integer count = stored.countOrNull();
        int wanted = count == null ? 0 : count;
        if (wanted == 0) {
            // Kafka does not look behind the header of a batch that says so (DefaultRecordBatch).
            return RecordFormatV2.BATCH_HEADER_BYTES;
        }
        ByteBuffer records = bytes.unpack(stored, batch);
        long uncompressedBytes = RecordFormatV2.BATCH_HEADER_BYTES + (long) records.remaining();
        for (int i = 0; i < wanted; i++) {
            DefaultRecord record = next(stored, records, i);
            BatchRecord read = new BatchRecord(
                    Utils.toNullableArray(record.key()),
                    Utils.toNullableArray(record.value()),
                    headers(record),
                    record.timestamp());
            if (!visitor.visit(record.offset(), read)) {
                return uncompressedBytes;
            }
        }
        if (records.hasRemaining()) {
            throw new UnreadableBatchException("bytes are left after the last of its " + wanted + " records");
        }
        return uncompressedBytes;
    }

    private static DefaultRecord next(DefaultRecordBatch stored, ByteBuffer records, int index)
            throws UnreadableBatchException {
        Long appended = stored.timestampType() == TimestampType.LOG_APPEND_TIME ? stored.maxTimestamp() : null;
        try {
            return DefaultRecord.readFrom(
                    records, stored.baseOffset(), stored.baseTimestamp(), stored.baseSequence(), appended);
        } catch (RuntimeException e) {
            throw new UnreadableBatchException("its record " + (index + 1) + " is damaged", e);
        }
    }

    private static Header[] headers(DefaultRecord record) {
        Header[] headers = record.headers();
        return headers.length == 0 ? BatchRecord.NO_HEADERS : headers;
    }

    @Override
    public void close() {
        bytes.close();
    }
}
