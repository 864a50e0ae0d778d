package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for a codec while batches only have to be as large as it would make them: takes a batch's records and writes as
 * many bytes as a {@link SizeModel} says. A producer in simulated time sends hundreds of megabytes a second with it. Can be
 * switched to the codec itself, for the batches that are begun from then on.
 */
final class ModelledCompression implements Compression {
    private static final byte[] NOTHING = new byte[8192];

    private final Compression codec;
    /** Asked for with each record. */
    private final CompressionType type;

    private final SizeModel sizes;
    private final SplittableRandom random;
    private boolean modelling = true;
    private @Nullable BatchRecord next;

    ModelledCompression(Compression codec, SizeModel sizes, long seed) {
        this.codec = codec;
        this.type = codec.type();
        this.sizes = sizes;
        this.random = new SplittableRandom(seed);
    }

    /** From now on batches are really compressed. */
    void compressForReal() {
        modelling = false;
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
        private long taken;
        private boolean closed;

        Counting(ByteBufferOutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int oneByte) {
            take(1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
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
            long left = Math.max(1, Math.round(sizes.compressedBytes(records, taken, random.nextDouble())));
            while (left > 0) {
                int now = (int) Math.min(left, NOTHING.length);
                target.write(NOTHING, 0, now);
                left -= now;
            }
        }
    }
}
