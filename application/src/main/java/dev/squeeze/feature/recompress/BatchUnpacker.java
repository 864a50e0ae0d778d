package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.FramedCodec;
import dev.squeeze.kit.format.GrowingBytes;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.format.SendableBatch;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/**
 * Decompresses the records of batches: first checks the CRC, then calls the codec's library once if the frame is a
 * common one, and uses Kafka's own streams for all others. Not thread-safe; its buffer is reused.
 */
final class BatchUnpacker implements AutoCloseable {
    private static final int FIRST_BYTES = 1 << 17;

    private final Map<CodecType, FramedCodec> codecs = new EnumMap<>(CodecType.class);
    private final RecordBytes kafka;
    private final GrowingBytes unpacked;
    private byte[] stored = new byte[FIRST_BYTES];
    private byte[] array = stored;
    private int offset;
    private int length;

    /** @param maxUncompressedBytes the maximum for a batch */
    BatchUnpacker(int maxUncompressedBytes) {
        kafka = new RecordBytes(maxUncompressedBytes);
        unpacked = new GrowingBytes(FIRST_BYTES, maxUncompressedBytes);
    }

    /**
     * Decompresses a batch into this object's buffer.
     *
     * @param batch exactly one whole batch of format v2; position and limit are not changed
     * @param header its header, with a known codec
     * @throws UnreadableBatchException if the CRC is wrong, the compressed data is damaged, or the uncompressed size
     *     exceeds the maximum
     */
    void unpack(ByteBuffer batch, BatchHeader header) throws UnreadableBatchException {
        int bytes = batch.remaining();
        if (stored.length < bytes) {
            stored = new byte[Math.max(bytes, (int) Math.min(Integer.MAX_VALUE - 16L, 2L * stored.length))];
        }
        batch.get(batch.position(), stored, 0, bytes);
        boolean intact = isIntact(ByteBuffer.wrap(stored, 0, bytes), header);
        int head = RecordFormatV2.BATCH_HEADER_BYTES;
        CodecType type = header.codec().orElseThrow();
        if (intact && type == CodecType.NONE) {
            set(stored, head, bytes - head);
        } else if (intact
                && codecs.computeIfAbsent(type, FramedCodec::open).unframe(stored, head, bytes - head, unpacked)) {
            set(unpacked.array(), 0, unpacked.length());
        } else {
            ByteBuffer records = kafka.unpack(ByteBuffer.wrap(stored, 0, bytes));
            set(records.array(), records.arrayOffset() + records.position(), records.remaining());
        }
    }

    /**
     * Whether the CRC is correct. Batches that are kept unchanged need this as well, since a broker truncates a log at
     * a batch with a wrong CRC.
     */
    static boolean isIntact(ByteBuffer batch, BatchHeader header) {
        return header.crc() == SendableBatch.computedCrc(batch);
    }

    private void set(byte[] bytes, int from, int count) {
        array = bytes;
        offset = from;
        length = count;
    }

    /** The array with the records, which are valid until the next batch. */
    byte[] array() {
        return array;
    }

    int offset() {
        return offset;
    }

    /** Size of the records in bytes. */
    int length() {
        return length;
    }

    @Override
    public void close() {
        codecs.values().forEach(FramedCodec::close);
        kafka.close();
    }
}
