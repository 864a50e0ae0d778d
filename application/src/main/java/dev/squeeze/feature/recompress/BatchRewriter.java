package dev.squeeze.feature.recompress;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.FramedCodec;
import dev.squeeze.kit.format.GrowingBytes;
import dev.squeeze.kit.format.JoinedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Rewrites batches of one log with another codec, joins adjacent ones where allowed, and reads back every batch before
 * it is used. Batches that must not be changed or cannot be read stay as they are. Not thread-safe.
 *
 * <p>Every batch is read back with the codec's library and compared byte by byte; for joined batches, offsets and
 * timestamps are compared, too. In addition, Kafka's own classes read the first batch, the first joined one, and one in
 * about 16 MiB after these, since a frame that only our code can read would be useless.
 */
public final class BatchRewriter implements AutoCloseable {
    private static final int HEADER = RecordFormatV2.BATCH_HEADER_BYTES;

    /** Bytes of records between two batches that Kafka's classes check. */
    private static final long BYTES_BETWEEN_KAFKA_CHECKS = 16 << 20;

    /**
     * Uncompressed size up to which each thread rewrites batches in its own buffer; larger batches are rewritten one at
     * a time.
     */
    private static final int MAX_COMMON_BYTES = 8 << 20;
    /**
     * Maximum uncompressed size of a batch that is rewritten. Producers create no batches larger than
     * {@code max.request.size}, 1 MiB by default, while a few kilobytes of zstd can hold gigabytes of zeros.
     */
    static final int MAX_BATCH_BYTES = 64 << 20;
    /** Uncompressed size after which no further batch's result is held in memory. */
    private static final long MAX_HELD_BYTES = 16 << 20;

    private final Codec codec;
    private final int joinUpToBytes;
    private final BooleanSupplier stop;
    /** The lock for rewriting large batches, one at a time. */
    private final Object turn;

    private final int maxUnpackedBytes;
    private final FramedCodec target;
    private final BatchUnpacker source;
    private final GrowingBytes check = new GrowingBytes(1 << 17, MAX_BATCH_BYTES);
    private final RecordBytes kafka = new RecordBytes();
    private final BatchRecordReader reader = new BatchRecordReader();
    private final BatchHeader header = new BatchHeader();
    private final JoinedBatch joined = new JoinedBatch();
    private final List<ByteBuffer> sources = new ArrayList<>();
    private byte[] rewritten = new byte[1 << 17];
    private boolean mayGrow;
    private long heldBytes;
    private long loneUncheckedBytes = BYTES_BETWEEN_KAFKA_CHECKS;
    private long joinedUncheckedBytes = BYTES_BETWEEN_KAFKA_CHECKS;

    /**
     * @param joinUpToBytes maximum uncompressed bytes of records in a joined batch; 0 to join nothing
     * @param stop checked before each batch
     * @param turn lock for large batches, shared by all rewriters in this JVM
     */
    public BatchRewriter(Codec codec, int joinUpToBytes, BooleanSupplier stop, Object turn) {
        this(codec, joinUpToBytes, stop, turn, MAX_COMMON_BYTES);
    }

    private BatchRewriter(Codec codec, int joinUpToBytes, BooleanSupplier stop, Object turn, int maxUnpackedBytes) {
        this.turn = turn;
        this.maxUnpackedBytes = maxUnpackedBytes;
        this.source = new BatchUnpacker(maxUnpackedBytes);
        this.codec = codec;
        this.joinUpToBytes = joinUpToBytes;
        this.stop = stop;
        this.target = FramedCodec.open(codec);
    }

    /**
     * A batch of a log.
     *
     * @param bytes the whole batch, with its header
     * @param mayJoin false for a batch that must keep the sequence numbers that its producer knows
     */
    public record Source(ByteBuffer bytes, boolean mayJoin) {}

    /**
     * Rewrites consecutive batches, as many as may be held in memory.
     *
     * @param from index of the first batch to rewrite
     * @param out empty
     * @return index of the next batch to rewrite, which is the number of batches at the end; 0 if stopped
     * @throws NotTheSameException if a rewritten batch does not read like the original
     */
    public int rewrite(List<Source> batches, int from, RewrittenBatches out) {
        sources.clear();
        heldBytes = 0;
        for (int i = from; i < batches.size(); i++) {
            if (stop.getAsBoolean()) {
                return 0;
            }
            if (heldBytes >= MAX_HELD_BYTES) {
                flush(out);
                return i;
            }
            Source batch = batches.get(i);
            header.wrap(batch.bytes(), batch.bytes().position());
            out.sourceBatches++;
            if (header.codec().isEmpty()) {
                keep(batch, false, out);
            } else if (header.isControl() || header.recordCount() == 0) {
                keep(batch, BatchUnpacker.isIntact(batch.bytes(), header), out);
            } else {
                data(batch, out);
            }
        }
        flush(out);
        return batches.size();
    }

    private void keep(Source batch, boolean readable, RewrittenBatches out) {
        flush(out);
        out.unreadable += readable ? 0 : 1;
        out.keep(batch.bytes());
    }

    private void data(Source batch, RewrittenBatches out) {
        boolean plain = joinUpToBytes > 0 && batch.mayJoin() && JoinedBatch.isPlain(header);
        try {
            if (batch.bytes().remaining() > maxUnpackedBytes) {
                large(batch, out);
                return;
            }
            source.unpack(batch.bytes(), header);
            heldBytes += source.length();
            boolean fits = !sources.isEmpty() && joined.recordBytes() + (long) source.length() <= joinUpToBytes;
            if (plain && mayGrow && fits && joined.isFollowedBy(header) && (sources.size() > 1 || joined.isSound())) {
                join();
            } else {
                flush(out);
                joined.start(header, source.array(), source.offset(), source.length());
                mayGrow = plain;
            }
            sources.add(batch.bytes());
            out.records += header.recordCount();
        } catch (UnreadableBatchException | IllegalArgumentException e) {
            if (e instanceof UnreadableBatchException unreadable && unreadable.isTooLarge()) {
                large(batch, out);
                return;
            }
            keep(batch, false, out);
        }
    }

    /** Rewrites a large batch alone, with memory allocated only for it, in one thread at a time. */
    private void large(Source batch, RewrittenBatches out) {
        flush(out);
        heldBytes += MAX_HELD_BYTES;
        if (maxUnpackedBytes >= MAX_BATCH_BYTES) {
            boolean intact = BatchUnpacker.isIntact(batch.bytes(), header);
            out.oversized += intact ? 1 : 0;
            keep(batch, intact, out);
            return;
        }
        synchronized (turn) {
            try (BatchRewriter alone = new BatchRewriter(codec, 0, stop, turn, MAX_BATCH_BYTES)) {
                alone.header.wrap(batch.bytes(), batch.bytes().position());
                alone.data(batch, out);
                alone.flush(out);
            }
        }
    }

    private void join() {
        int before = joined.recordBytes();
        joined.add(header, source.array(), source.offset(), source.length());
        if (!joined.endsWith(before, header, source.array(), source.offset(), source.length())) {
            throw new NotTheSameException(header.baseOffset(), "the joined records read differently");
        }
    }

    private void flush(RewrittenBatches out) {
        if (sources.isEmpty()) {
            return;
        }
        int room = Math.addExact(HEADER, target.maxFramedLength(joined.recordBytes()));
        if (rewritten.length < room) {
            rewritten = new byte[Math.max(room, (int) Math.min(Integer.MAX_VALUE - 16L, 2L * rewritten.length))];
        }
        int bytes = HEADER + target.frame(joined.records(), 0, joined.recordBytes(), rewritten, HEADER);
        ByteBuffer batch = ByteBuffer.wrap(rewritten, 0, bytes);
        joined.writeHeader(batch, codec.type());
        requireSame(rewritten, bytes);
        if (isKafkaCheckDue()) {
            requireSameToKafka(batch);
        }
        out.add(rewritten, bytes);
        sources.clear();
    }

    private boolean isKafkaCheckDue() {
        if (sources.size() > 1) {
            joinedUncheckedBytes += joined.recordBytes();
            if (joinedUncheckedBytes >= BYTES_BETWEEN_KAFKA_CHECKS) {
                joinedUncheckedBytes = 0;
                return true;
            }
        } else {
            loneUncheckedBytes += joined.recordBytes();
            if (loneUncheckedBytes >= BYTES_BETWEEN_KAFKA_CHECKS) {
                loneUncheckedBytes = 0;
                return true;
            }
        }
        return false;
    }

    private void requireSame(byte[] batch, int bytes) {
        byte[] wanted = joined.records();
        int length = joined.recordBytes();
        boolean same = codec.type() == CodecType.NONE
                ? Arrays.equals(batch, HEADER, bytes, wanted, 0, length)
                : target.unframe(batch, HEADER, bytes - HEADER, check)
                        && Arrays.equals(check.array(), 0, check.length(), wanted, 0, length);
        if (!same) {
            throw new NotTheSameException(joined.baseOffset(), "the decompressed records differ");
        }
    }

    private void requireSameToKafka(ByteBuffer batch) {
        try {
            if (!kafka.unpack(batch).equals(ByteBuffer.wrap(joined.records(), 0, joined.recordBytes()))) {
                throw new NotTheSameException(joined.baseOffset(), "Kafka reads different records");
            }
            if (sources.size() > 1 && !digest(List.of(batch)).equals(digest(sources))) {
                throw new NotTheSameException(joined.baseOffset(), "Kafka reads the joined records differently");
            }
        } catch (UnreadableBatchException e) {
            throw new NotTheSameException(joined.baseOffset(), String.valueOf(e.getMessage()));
        }
    }

    private RecordDigest digest(List<ByteBuffer> batches) throws UnreadableBatchException {
        RecordDigest digest = new RecordDigest();
        for (ByteBuffer batch : batches) {
            reader.read(batch, digest);
        }
        return digest;
    }

    @Override
    public void close() {
        target.close();
        source.close();
        kafka.close();
        reader.close();
    }
}
