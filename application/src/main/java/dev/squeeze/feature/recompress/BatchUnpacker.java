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
 * Takes the records out of batches: the CRC first, then the codec's library in one call where the frame is a common one, and
 * Kafka's own streams for all others. For one thread; its buffer is reused.
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

    /** @param maxUncompressedBytes that a batch may have */
    BatchUnpacker(int maxUncompressedBytes) {
        kafka = new RecordBytes(maxUncompressedBytes);
        unpacked = new GrowingBytes(FIRST_BYTES, maxUncompressedBytes);
    }

    /**
     * Fills itself with the records of a batch.
     *
     * @param batch exactly one whole batch v2; its position and limit stay
     * @param header of it, with a codec that is known
     * @throws UnreadableBatchException when CRC or compression are damaged, or there is too much of it
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

    /** Whether the CRC is right; batches that are kept as they are need it too, since a broker cuts a log off where one is wrong. */
    static boolean isIntact(ByteBuffer batch, BatchHeader header) {
        return header.crc() == SendableBatch.computedCrc(batch);
    }

    private void set(byte[] bytes, int from, int count) {
        array = bytes;
        offset = from;
        length = count;
    }

    /** Holds the records; valid until the next batch. */
    byte[] array() {
        return array;
    }

    int offset() {
        return offset;
    }

    /** Bytes of the records. */
    int length() {
        return length;
    }

    @Override
    public void close() {
        codecs.values().forEach(FramedCodec::close);
        kafka.close();
    }
}
