package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.format.SnappyClaims;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/**
 * The records of a batch in one piece, as they are between the header and the batch's end: compressed and decompressed by
 * Kafka's own streams, never parsed. A batch is decompressed into one buffer that grows with what comes out and has a bound.
 *
 * <p>One instance serves one thread.
 */
public final class RecordBytes implements AutoCloseable {
    /**
     * Most bytes that a batch may have uncompressed. Brokers bound batches as they are stored (1 MiB by default), not
     * as they unpack, and a few kilobytes of zstd can hold gigabytes of zeros.
     */
    public static final int MAX_UNCOMPRESSED_BYTES = 256 << 20;

    private static final int FIRST_BUFFER_BYTES = 1 << 16;

    private final BufferSupplier buffers = BufferSupplier.create();
    private final int maxUncompressedBytes;
    private byte[] unpacked = new byte[FIRST_BUFFER_BYTES];

    public RecordBytes() {
        this(MAX_UNCOMPRESSED_BYTES);
    }

    /** @param maxUncompressedBytes that a batch may have; one that has more is not unpacked */
    public RecordBytes(int maxUncompressedBytes) {
        this.maxUncompressedBytes = maxUncompressedBytes;
    }

    /**
     * The records of a batch, decompressed.
     *
     * @param batch exactly one whole batch v2; its position and limit stay
     * @return valid until the next call; a view of the batch where it is not compressed
     * @throws UnreadableBatchException when CRC or compression are damaged, or there is too much of it; nothing of what the
     *     batch holds is in the message
     */
    public ByteBuffer unpack(ByteBuffer batch) throws UnreadableBatchException {
        return unpack(verified(batch), batch);
    }

    /**
     * Checks the CRC.
     *
     * @param batch exactly one whole batch v2; its position and limit stay
     * @throws UnreadableBatchException when it does not match the bytes
     */
    public static void requireIntact(ByteBuffer batch) throws UnreadableBatchException {
        verified(batch);
    }

    static DefaultRecordBatch verified(ByteBuffer batch) throws UnreadableBatchException {
        try {
            MutableRecordBatch first = MemoryRecords.readableRecords(batch.duplicate())
                    .batches()
                    .iterator()
                    .next();
            first.ensureValid();
            if (first instanceof DefaultRecordBatch stored) {
                return stored;
            }
        } catch (RuntimeException e) {
            throw new UnreadableBatchException("its CRC does not match its bytes", e);
        }
        throw new UnreadableBatchException("it is not of format 2");
    }

    ByteBuffer unpack(DefaultRecordBatch stored, ByteBuffer batch) throws UnreadableBatchException {
        if (!isCompressed(stored)) {
            int header = RecordFormatV2.BATCH_HEADER_BYTES;
            return batch.slice(batch.position() + header, batch.remaining() - header);
        }
        if (stored.compressionType() == CompressionType.SNAPPY
                && !SnappyClaims.arePossible(batch.slice(
                        batch.position() + RecordFormatV2.BATCH_HEADER_BYTES,
                        batch.remaining() - RecordFormatV2.BATCH_HEADER_BYTES))) {
            throw new UnreadableBatchException(
                    "it cannot be decompressed, a block claims more bytes than there can be");
        }
        try (InputStream stream = stored.recordInputStream(buffers)) {
            return all(stream);
        } catch (IOException | RuntimeException e) {
            throw new UnreadableBatchException("it cannot be decompressed", e);
        }
    }

    private static boolean isCompressed(DefaultRecordBatch stored) throws UnreadableBatchException {
        try {
            return stored.isCompressed();
        } catch (IllegalArgumentException e) {
            throw new UnreadableBatchException("its codec is not known", e);
        }
    }

    private ByteBuffer all(InputStream stream) throws IOException, UnreadableBatchException {
        int filled = 0;
        while (true) {
            if (filled == unpacked.length) {
                if (filled >= maxUncompressedBytes) {
                    int next = stream.read();
                    if (next < 0) {
                        return ByteBuffer.wrap(unpacked, 0, filled);
                    }
                    throw new UnreadableBatchException(
                            "it unpacks to more than " + (maxUncompressedBytes >> 20) + " MiB", true);
                }
                unpacked = Arrays.copyOf(unpacked, Math.min(maxUncompressedBytes, 2 * filled));
            }
            int read = stream.read(unpacked, filled, unpacked.length - filled);
            if (read <= 0) {
                return ByteBuffer.wrap(unpacked, 0, filled);
            }
            filled += read;
        }
    }

    /** Compresses records of batches, for one codec. One instance serves one thread. */
    public static final class Packer {
        private final Compression compression;

        public Packer(Codec codec) {
            this.compression = KafkaBatchCodec.compression(codec);
        }

        /**
         * Compresses records as a producer's batch holds them.
         *
         * @param room bytes that are left free before them, for a header
         * @return from position 0 to its limit, the room included
         */
        public ByteBuffer pack(byte[] records, int offset, int length, int room) {
            ByteBufferOutputStream target = new ByteBufferOutputStream(room + Math.max(512, length / 2));
            target.position(room);
            try (OutputStream stream = compression.wrapForOutput(target, RecordBatch.MAGIC_VALUE_V2)) {
                stream.write(records, offset, length);
            } catch (IOException e) {
                throw new IllegalStateException("memory cannot be written to", e);
            }
            return target.buffer().flip();
        }
    }

    @Override
    public void close() {
        buffers.close();
    }
}
