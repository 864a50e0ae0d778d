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
 * Rewrites batches of one log in another codec, joins neighbours where allowed, and reads back every batch before it is
 * used. Batches that it may not change or cannot read stay as they are. For one thread.
 *
 * <p>Reading back is the codec's library and a comparison of bytes, and for joined records of their offsets and timestamps too.
 * The first batch, the first joined one, and one in about 16 MiB after those are read by Kafka's own classes as well, since
 * a frame that only we can read would be worth nothing.
 */
public final class BatchRewriter implements AutoCloseable {
    private static final int HEADER = RecordFormatV2.BATCH_HEADER_BYTES;

    /** Of records between two batches that Kafka's classes read. */
    private static final long BYTES_BETWEEN_KAFKA_CHECKS = 16 << 20;

    /** Uncompressed, of a batch that each thread has room for; larger ones are rewritten one after the other. */
    private static final int MAX_COMMON_BYTES = 8 << 20;
    /**
     * Uncompressed, of a batch that is rewritten. A producer makes no batch of more than {@code max.request.size}, 1 MiB by
     * default, while a few kilobytes of zstd can hold gigabytes of zeros.
     */
    static final int MAX_BATCH_BYTES = 64 << 20;
    /** Uncompressed, of batches whose result is held in memory at once, the last of them not counted. */
    private static final long MAX_HELD_BYTES = 16 << 20;

    private final Codec codec;
    private final int joinUpToBytes;
    private final BooleanSupplier stop;
    /** Held by the one thread that rewrites a large batch. */
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
     * @param joinUpToBytes of uncompressed records in a batch; 0 joins nothing
     * @param stop asked before each batch
     * @param turn the same for all that share a heap
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
     * @param bytes header and all
     * @param mayJoin false for those that have to stay as a producer knows them
     */
    public record Source(ByteBuffer bytes, boolean mayJoin) {}

    /**
     * Rewrites batches that follow each other, as many as may be held in memory.
     *
     * @param from the first of them
     * @param out empty
     * @return the first that is not in it, at the end the number of batches; 0 where it was stopped
     * @throws NotTheSameException when what came out does not read like what went in
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

    /** Memory is allocated for this batch alone, by one thread at a time. */
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
            throw new NotTheSameException(header.baseOffset(), "the joined records read otherwise");
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
            throw new NotTheSameException(joined.baseOffset(), "the records came back changed");
        }
    }

    private void requireSameToKafka(ByteBuffer batch) {
        try {
            if (!kafka.unpack(batch).equals(ByteBuffer.wrap(joined.records(), 0, joined.recordBytes()))) {
                throw new NotTheSameException(joined.baseOffset(), "Kafka reads other records");
            }
            if (sources.size() > 1 && !digest(List.of(batch)).equals(digest(sources))) {
                throw new NotTheSameException(joined.baseOffset(), "Kafka reads the joined records otherwise");
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
