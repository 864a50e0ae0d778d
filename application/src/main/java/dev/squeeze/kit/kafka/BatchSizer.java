package dev.squeeze.kit.kafka;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.RecordFormatV2;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Sizes of batches as Kafka's classes make them, for those who ask for those of many batches and not for the batches. Kafka makes a zstd
 * stream for each batch, whose tables are allocated and cleared: 90 MB at level 19, which takes far longer than a small batch does. Here
 * one stream of such a level is used again. It gets the same bytes in the same calls, and so makes as many of them.
 *
 * <p>One instance serves one thread.
 */
public final class BatchSizer implements AutoCloseable {
    /** The first level of zstd whose tables are far larger than usual batches. */
    private static final int LARGE_TABLES_FROM = 9;

    /** Of what a stream adds to compressed bytes: its last block and what a flush leaves. */
    private static final int FRAMING_BYTES = 1 << 10;

    private final KafkaBatchCodec kafka;
    private final ZstdCompressCtx zstd = new ZstdCompressCtx();
    private final boolean streamed;
    private ByteBuffer batch = ByteBuffer.allocate(1 << 16);
    private ByteBuffer source = ByteBuffer.allocateDirect(1 << 16);
    private ByteBuffer target = ByteBuffer.allocateDirect(1 << 16);

    public BatchSizer(Codec codec) {
        this.streamed = codec.type() == CodecType.ZSTD && codec.level() >= LARGE_TABLES_FROM;
        this.kafka = new KafkaBatchCodec(streamed ? Codec.NONE : codec);
        if (streamed) {
            zstd.setLevel(codec.level());
        }
    }

    /**
     * Bytes of a batch, its header included.
     *
     * @param records at least one
     * @param rawBytes of them uncompressed, framing included
     */
    public int bytes(List<BatchRecord> records, long rawBytes) {
        if (batch.capacity() < rawBytes + 1_024) {
            batch = ByteBuffer.allocate((int) Math.min(Integer.MAX_VALUE - 8, 2 * rawBytes + 1_024));
        }
        batch.clear();
        ByteBuffer encoded = kafka.encode(records.toArray(BatchRecord[]::new), batch);
        if (!streamed) {
            return encoded.remaining();
        }
        encoded.position(encoded.position() + RecordFormatV2.BATCH_HEADER_BYTES);
        return RecordFormatV2.BATCH_HEADER_BYTES + streamed(encoded);
    }

    private int streamed(ByteBuffer records) {
        if (source.capacity() < records.remaining()) {
            source = ByteBuffer.allocateDirect(2 * records.remaining());
        }
        int most = Math.toIntExact(Zstd.compressBound(records.remaining())) + FRAMING_BYTES;
        if (target.capacity() < most) {
            target = ByteBuffer.allocateDirect(2 * most);
        }
        source.clear().put(records).flip();
        target.clear();
        while (source.hasRemaining()) {
            zstd.compressDirectByteBufferStream(target, source, EndDirective.CONTINUE);
        }
        // Kafka's output streams are flushed when they are closed, which ends a block before the last one. A frame that
        // ended leaves the
        // context as it was, with its level, which a reset would not.
        finish(EndDirective.FLUSH);
        finish(EndDirective.END);
        return target.position();
    }

    private void finish(EndDirective directive) {
        boolean finished = false;
        while (!finished) {
            finished = zstd.compressDirectByteBufferStream(target, source, directive);
        }
    }

    @Override
    public void close() {
        zstd.close();
        kafka.close();
    }
}
