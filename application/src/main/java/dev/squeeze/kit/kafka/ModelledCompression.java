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
 * Stands in for a codec while batches only have to be as large as it would make them: takes a batch's records and writes as
 * many bytes as a {@link SizeModel} says. A producer in simulated time sends hundreds of megabytes per second with it. Can be
 * switched to the codec itself, for the batches that are begun from then on, and to the codec for small batches only: a producer's
 * guess of the ratio jumps with each batch of a record or two, by what these very records compress to.
 */
final class ModelledCompression implements Compression {
    private static final byte[] NOTHING = new byte[8192];
    /** A producer's guess follows them to ratios that larger batches never have. */
    private static final int MAX_SMALL_BYTES = 16 << 10;

    private final Compression codec;
    /** Asked for with each record. */
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

    /** From now on batches are really compressed. */
    void compressForReal() {
        modelling = false;
    }

    /** From now on only small batches are really compressed, and what the model says of others is corrected by what was observed. */
    void compressOnlySmallForReal() {
        modelling = true;
        codecUpToBytes = MAX_SMALL_BYTES;
    }

    /** Whether a batch of so many uncompressed bytes is really compressed even then. */
    static boolean isSmall(long recordBytes) {
        return recordBytes <= MAX_SMALL_BYTES;
    }

    /** From now on none is. */
    void compressNone() {
        modelling = true;
        codecUpToBytes = 0;
    }

    /**
     * Takes what a batch was really compressed to.
     *
     * @param records with the timestamps of their sending
     */
    void observe(List<BatchRecord> records, long recordBytes, long compressed) {
        sizes.observe(records, recordBytes, compressed);
    }

    /** The record whose bytes come next, to whichever batch. */
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
