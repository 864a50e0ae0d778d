package dev.squeeze.copy;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.batch.JoinedBatch;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.codec.Codec;
import dev.squeeze.codec.CodecType;
import dev.squeeze.codec.FramedCodec;
import dev.squeeze.codec.GrowingBytes;
import dev.squeeze.kafka.BatchRecordReader;
import dev.squeeze.kafka.RecordBytes;
import dev.squeeze.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Puts batches of one log into another codec, joins neighbours where it may, and reads back whatever it made before it gives
 * it out. What it may not or cannot read it gives out as it is. One instance serves one thread.
 *
 * <p>Reading back is the codec's library and a comparison of bytes, and for joined records of their offsets and timestamps too.
 * The first batch, the first joined one, and one in some mebibytes after those are read by Kafka's own classes as well, since
 * a frame that only we can read would be worth nothing.
 */
final class BatchRewriter implements AutoCloseable {
    private static final int HEADER = RecordFormatV2.BATCH_HEADER_BYTES;

    /** Of records between two batches that Kafka's classes read. */
    private static final long BYTES_BETWEEN_KAFKA_CHECKS = 16 << 20;

    private final Codec codec;
    private final int joinUpToBytes;
    private final BooleanSupplier stop;
    private final FramedCodec target;
    private final BatchUnpacker source = new BatchUnpacker();
    private final GrowingBytes check = new GrowingBytes(1 << 17, Integer.MAX_VALUE - 16);
    private final RecordBytes kafka = new RecordBytes();
    private final BatchRecordReader reader = new BatchRecordReader();
    private final BatchHeader header = new BatchHeader();
    private final JoinedBatch joined = new JoinedBatch();
    private final List<ByteBuffer> sources = new ArrayList<>();
    private byte[] made = new byte[1 << 17];
    private boolean mayGrow;
    private long loneUncheckedBytes = BYTES_BETWEEN_KAFKA_CHECKS;
    private long joinedUncheckedBytes = BYTES_BETWEEN_KAFKA_CHECKS;

    /**
     * @param joinUpToBytes of uncompressed records in a batch; 0 joins nothing
     * @param stop asked before each batch
     */
    BatchRewriter(Codec codec, int joinUpToBytes, BooleanSupplier stop) {
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
    record Source(ByteBuffer bytes, boolean mayJoin) {}

    /**
     * Rewrites batches that follow each other.
     *
     * @param out empty
     * @return whether all of them are in it; not where it was stopped
     * @throws NotTheSameException when what came out does not read like what went in
     */
    boolean rewrite(List<Source> batches, RewrittenBatches out) {
        sources.clear();
        for (Source batch : batches) {
            if (stop.getAsBoolean()) {
                return false;
            }
            header.wrap(batch.bytes(), batch.bytes().position());
            out.sourceBatches++;
            if (header.isControl()
                    || header.recordCount() == 0
                    || header.codec().isEmpty()) {
                flush(out);
                out.keep(batch.bytes());
            } else {
                data(batch, out);
            }
        }
        flush(out);
        return true;
    }

    private void data(Source batch, RewrittenBatches out) {
        boolean plain = joinUpToBytes > 0 && batch.mayJoin() && JoinedBatch.isPlain(header);
        try {
            source.unpack(batch.bytes(), header);
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
            flush(out);
            out.unreadable++;
            out.keep(batch.bytes());
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
        if (made.length < room) {
            made = new byte[Math.max(room, (int) Math.min(Integer.MAX_VALUE - 16L, 2L * made.length))];
        }
        int bytes = HEADER + target.frame(joined.records(), 0, joined.recordBytes(), made, HEADER);
        ByteBuffer batch = ByteBuffer.wrap(made, 0, bytes);
        joined.writeHeader(batch, codec.type());
        requireSame(made, bytes);
        if (isKafkasTurn()) {
            requireSameToKafka(batch);
        }
        out.add(made, bytes);
        sources.clear();
    }

    private boolean isKafkasTurn() {
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
        for (ByteBuffer one : batches) {
            reader.read(one, digest);
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
