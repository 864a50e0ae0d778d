package dev.squeeze.kit.kafka;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/**
 * Kafka's zstd for use where only the compressed bytes matter and not the time. Kafka creates a context for each batch, whose
 * tables are allocated and cleared, 90 MB at level 19, which takes longer than compressing a small batch. Here records are
 * buffered, and nearly all batches are compressed one after the other in the same context. It receives the same bytes in the same
 * order, including flushes, so its output is identical.
 *
 * <p>Not thread-safe; several of its streams may be open at the same time.
 */
final class ReusedZstd implements Compression, AutoCloseable {
    private static final int FIRST_BYTES = 16 << 10;
    /** A batch with more record bytes starts compressing before it is complete. */
    private static final int MAX_BUFFERED_BYTES = 1 << 20;
    /** Maximum output of one step: zstd's largest block and its framing. */
    private static final int BLOCK_BYTES = Math.toIntExact(Zstd.compressBound(128L << 10)) + (1 << 10);

    private final int level;
    private final Compression kafka;
    private final List<Context> contexts = new ArrayList<>();
    private final Deque<Context> idle = new ArrayDeque<>();
    private final Deque<byte[]> buffers = new ArrayDeque<>();
    private boolean closed;

    /** @param kafka Kafka's own implementation for the same level, used to decompress */
    ReusedZstd(int level, Compression kafka) {
        this.level = level;
        this.kafka = kafka;
    }

    /** A zstd context with its input and output buffers. */
    private static final class Context {
        private final ZstdCompressCtx zstd = new ZstdCompressCtx();
        private final ByteBuffer source = ByteBuffer.allocateDirect(FIRST_BYTES).limit(0);
        private final ByteBuffer target = ByteBuffer.allocateDirect(BLOCK_BYTES);
        private final byte[] compressed = new byte[BLOCK_BYTES];

        Context(int level) {
            zstd.setLevel(level);
        }

        void take(byte[] bytes, int length, ByteBufferOutputStream out) {
            for (int from = 0; from < length; from += FIRST_BYTES) {
                source.clear()
                        .put(bytes, from, Math.min(FIRST_BYTES, length - from))
                        .flip();
                while (source.hasRemaining()) {
                    step(EndDirective.CONTINUE, out);
                }
            }
        }

        void finish(EndDirective directive, ByteBufferOutputStream out) {
            boolean finished = false;
            while (!finished) {
                finished = step(directive, out);
            }
        }

        private boolean step(EndDirective directive, ByteBufferOutputStream out) {
            target.clear();
            boolean finished = zstd.compressDirectByteBufferStream(target, source, directive);
            int bytes = target.flip().remaining();
            target.get(compressed, 0, bytes);
            out.write(compressed, 0, bytes);
            return finished;
        }
    }

    private Context context() {
        if (closed) {
            throw new IllegalStateException("its contexts are closed");
        }
        Context known = idle.poll();
        if (known != null) {
            return known;
        }
        Context context = new Context(level);
        contexts.add(context);
        return context;
    }

    @Override
    public CompressionType type() {
        return CompressionType.ZSTD;
    }

    @Override
    public OutputStream wrapForOutput(ByteBufferOutputStream buffer, byte messageVersion) {
        byte[] known = buffers.poll();
        return new Frame(buffer, known == null ? new byte[FIRST_BYTES] : known);
    }

    @Override
    public InputStream wrapForInput(ByteBuffer buffer, byte messageVersion, BufferSupplier supplier) {
        return kafka.wrapForInput(buffer, messageVersion, supplier);
    }

    /** Open streams become unusable. */
    @Override
    public void close() {
        closed = true;
        contexts.forEach(context -> context.zstd.close());
        contexts.clear();
        idle.clear();
    }

    /** The stream of one batch's records. */
    private final class Frame extends OutputStream {
        private final ByteBufferOutputStream out;
        private byte[] buffered;
        private int filled;
        private Optional<Context> context = Optional.empty();
        private boolean ended;

        Frame(ByteBufferOutputStream out, byte[] buffered) {
            this.out = out;
            this.buffered = buffered;
        }

        @Override
        public void write(int oneByte) {
            makeRoom();
            buffered[filled++] = (byte) oneByte;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            int next = from;
            int left = length;
            while (left > 0) {
                makeRoom();
                int now = Math.min(left, buffered.length - filled);
                System.arraycopy(bytes, next, buffered, filled, now);
                filled += now;
                next += now;
                left -= now;
            }
        }

        private void makeRoom() {
            if (filled < buffered.length) {
                return;
            }
            if (buffered.length < MAX_BUFFERED_BYTES) {
                buffered = Arrays.copyOf(buffered, 2 * buffered.length);
            } else {
                compress();
            }
        }

        private Context compress() {
            Context compressing = context.orElseGet(ReusedZstd.this::context);
            context = Optional.of(compressing);
            compressing.take(buffered, filled, out);
            filled = 0;
            return compressing;
        }

        /** Kafka flushes its streams before closing them, which ends a block before the last one. */
        @Override
        public void close() {
            if (ended) {
                return;
            }
            ended = true;
            Context compressing = compress();
            compressing.finish(EndDirective.FLUSH, out);
            compressing.finish(EndDirective.END, out);
            // After the end of a frame, its context can be reused for the next one; it keeps its level.
            idle.push(compressing);
            buffers.push(buffered);
        }
    }
}
