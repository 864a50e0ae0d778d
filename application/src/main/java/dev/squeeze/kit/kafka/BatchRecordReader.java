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
 * Reads the records of stored batches with Kafka's own classes, safely for any content: the CRC is checked first, a batch is
 * decompressed into one buffer that grows with the output up to a limit, and lengths claimed by records are only trusted within
 * that buffer.
 *
 * <p>Not thread-safe.
 */
public final class BatchRecordReader implements AutoCloseable {
    private final RecordBytes bytes = new RecordBytes();

    /** Receives the records of a batch. */
    @FunctionalInterface
    public interface Visitor {
        /** @return whether to continue */
        boolean visit(long offset, BatchRecord record);
    }

    /**
     * Passes every record of a batch to the visitor, in offset order.
     *
     * @param batch exactly one complete batch v2; its position and limit are not changed
     * @return uncompressed bytes of the batch, including its header, even if the visitor stopped early
     * @throws UnreadableBatchException if the CRC, the compressed data or a record is damaged, or the batch is too large when
     *     decompressed; the message contains no record content. Exceptions of the visitor are passed on.
     */
    public long read(ByteBuffer batch, Visitor visitor) throws UnreadableBatchException {
        DefaultRecordBatch stored = RecordBytes.verified(batch);
        Integer count = stored.countOrNull();
        int wanted = count == null ? 0 : count;
        if (wanted == 0) {
            // Kafka does not read past the header of a batch with a count of 0 (DefaultRecordBatch).
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
