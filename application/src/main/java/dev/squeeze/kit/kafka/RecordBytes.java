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
 * Compresses and decompresses the records of a batch as one block of bytes, as stored between the header and the batch's end. Uses
 * Kafka's own streams and never parses records. A batch is decompressed into one buffer that grows with the output up to a limit.
 *
 * <p>Not thread-safe.
 */
public final class RecordBytes implements AutoCloseable {
    /**
     * Maximum uncompressed size of a batch. Brokers limit the stored size of batches (1 MiB by default), not their uncompressed
     * size, and a few kilobytes of zstd can contain gigabytes of zeros.
     */
    public static final int MAX_UNCOMPRESSED_BYTES = 256 << 20;

    private static final int FIRST_BUFFER_BYTES = 1 << 16;

    private final BufferSupplier buffers = BufferSupplier.create();
    private final int maxUncompressedBytes;
    private byte[] uncompressed = new byte[FIRST_BUFFER_BYTES];

    public RecordBytes() {
        this(MAX_UNCOMPRESSED_BYTES);
    }

    /** @param maxUncompressedBytes a larger batch is not decompressed */
    public RecordBytes(int maxUncompressedBytes) {
        this.maxUncompressedBytes = maxUncompressedBytes;
    }

    /**
     * The records of a batch, decompressed.
     *
     * @param batch exactly one complete batch v2; its position and limit are not changed
     * @return valid until the next call; a view of the batch if it is not compressed
     * @throws UnreadableBatchException if the CRC or the compressed data is damaged, or the batch is too large; the message
     *     contains no record content
     */
    public ByteBuffer unpack(ByteBuffer batch) throws UnreadableBatchException {
        return unpack(verified(batch), batch);
    }

    /**
     * Checks the CRC.
     *
     * @param batch exactly one complete batch v2; its position and limit are not changed
     * @throws UnreadableBatchException if it does not match the bytes
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
            throw new UnreadableBatchException("it cannot be decompressed, a block claims an impossible size");
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
            throw new UnreadableBatchException("its codec is unknown", e);
        }
    }

    private ByteBuffer all(InputStream stream) throws IOException, UnreadableBatchException {
        int filled = 0;
        while (true) {
            if (filled == uncompressed.length) {
                if (filled >= maxUncompressedBytes) {
                    int next = stream.read();
                    if (next < 0) {
                        return ByteBuffer.wrap(uncompressed, 0, filled);
                    }
                    throw new UnreadableBatchException(
                            "it decompresses to more than " + (maxUncompressedBytes >> 20) + " MiB", true);
                }
                uncompressed = Arrays.copyOf(uncompressed, Math.min(maxUncompressedBytes, 2 * filled));
            }
            int read = stream.read(uncompressed, filled, uncompressed.length - filled);
            if (read <= 0) {
                return ByteBuffer.wrap(uncompressed, 0, filled);
            }
            filled += read;
        }
    }

    /** Compresses records of batches with one codec. Not thread-safe. */
    public static final class Packer {
        private final Compression compression;

        public Packer(Codec codec) {
            this.compression = KafkaBatchCodec.compression(codec);
        }

        /**
         * Compresses records in the form that a producer's batch contains.
         *
         * @param room bytes left free before the records, for a header
         * @return from position 0 to its limit, including the room
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
