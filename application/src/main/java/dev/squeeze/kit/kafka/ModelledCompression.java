package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a codec where only the sizes of compressed batches matter: takes a batch's records and writes as many bytes as a {@link
 * SizeModel} predicts. With it, a simulated producer sends hundreds of megabytes per second. Can be switched to the real codec for
 * batches opened from then on, for all batches or only for small ones: a producer's guess of the ratio jumps with each batch of one
 * or two records, depending on how well exactly these records compress.
 */
final class ModelledCompression implements Compression {
    private static final byte[] NOTHING = new byte[8192];
    /** A producer's guess follows such batches to ratios that larger batches never have. */
    private static final int MAX_SMALL_BYTES = 16 << 10;

    private final Compression codec;
    /** Cached, since it is queried for each record. */
    private final CompressionType type;

    private final CorrectedSizes sizes;
    private final SplittableRandom random;
    private boolean modelling = true;
    private int codecUpToBytes;
    private @Nullable BatchRecord next;

    ModelledCompression(Compression codec, SizeModel sizes, long seed) {
        this.codec = codec;
        this.type = codec.type();
        this.sizes = new CorrectedSizes(sizes);
        this.random = new SplittableRandom(seed);
    }

    /** Batches opened from now on are compressed with the codec. */
    void compressForReal() {
        modelling = false;
    }

    /**
     * From now on, only small batches are compressed with the codec; modelled sizes of other batches are corrected by what was
     * observed.
     */
    void compressOnlySmallForReal() {
        modelling = true;
        codecUpToBytes = MAX_SMALL_BYTES;
    }

    /** Whether a batch of this many uncompressed bytes is compressed with the codec even then. */
    static boolean isSmall(long recordBytes) {
        return recordBytes <= MAX_SMALL_BYTES;
    }

    /** From now on, no batch is compressed with the codec. */
    void compressNone() {
        modelling = true;
        codecUpToBytes = 0;
    }

    /**
     * Records what a batch was really compressed to.
     *
     * @param records with the timestamps they were sent with
     */
    void observe(List<BatchRecord> records, long recordBytes, long compressed) {
        sizes.observe(records, recordBytes, compressed);
    }

    /** Announces the record whose bytes are written next, to any batch. */
    void nextRecord(BatchRecord record) {
        next = record;
    }

    @Override
    public CompressionType type() {
        return type;
    }

    @Override
    public OutputStream wrapForOutput(ByteBufferOutputStream buffer, byte messageVersion) {
        return modelling ? new Counting(buffer) : codec.wrapForOutput(buffer, messageVersion);
    }

    @Override
    public InputStream wrapForInput(ByteBuffer buffer, byte messageVersion, BufferSupplier supplier) {
        return codec.wrapForInput(buffer, messageVersion, supplier);
    }

    private final class Counting extends OutputStream {
        private final ByteBufferOutputStream target;
        private final List<BatchRecord> records = new ArrayList<>();
        private final ByteArrayOutputStream first = new ByteArrayOutputStream();
        private final int kept = codecUpToBytes;
        private long taken;
        private boolean closed;

        Counting(ByteBufferOutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int oneByte) {
            if (taken < kept) {
                first.write(oneByte);
            }
            take(1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (taken + length <= kept) {
                first.write(bytes, from, length);
            }
            take(length);
        }

        private void take(int bytes) {
            taken += bytes;
            if (next != null) {
                records.add(next);
                next = null;
            }
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            if (taken <= kept) {
                try (OutputStream compressed = codec.wrapForOutput(target, RecordBatch.CURRENT_MAGIC_VALUE)) {
                    first.writeTo(compressed);
                }
                return;
            }
            long left = Math.max(1, Math.round(sizes.compressedBytes(records, taken, random.nextDouble())));
            while (left > 0) {
                int now = (int) Math.min(left, NOTHING.length);
                target.write(NOTHING, 0, now);
                left -= now;
            }
        }
    }
}
