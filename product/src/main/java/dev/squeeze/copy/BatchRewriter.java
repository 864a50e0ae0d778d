package dev.squeeze.copy;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.batch.JoinedBatch;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.codec.Codec;
import dev.squeeze.kafka.BatchRecordReader;
import dev.squeeze.kafka.RecordBytes;
import dev.squeeze.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts batches of one log into another codec, joins neighbours where it may, and reads back whatever it made before it gives
 * it out. What it may not or cannot read it gives out as it is. One instance serves one thread.
 */
final class BatchRewriter implements AutoCloseable {
    private final Codec codec;
    private final int joinUpToBytes;
    private final RecordBytes.Packer packer;
    private final RecordBytes source = new RecordBytes();
    private final RecordBytes check = new RecordBytes();
    private final BatchRecordReader reader = new BatchRecordReader();
    private final BatchHeader header = new BatchHeader();
    private final JoinedBatch joined = new JoinedBatch();
    private final List<ByteBuffer> sources = new ArrayList<>();
    private boolean mayGrow;

    /** @param joinUpToBytes of uncompressed records in a batch; 0 joins nothing */
    BatchRewriter(Codec codec, int joinUpToBytes) {
        this.codec = codec;
        this.joinUpToBytes = joinUpToBytes;
        this.packer = new RecordBytes.Packer(codec);
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
     * @throws NotTheSameException when what came out does not read like what went in
     */
    RewrittenBatches rewrite(List<Source> batches) {
        RewrittenBatches out = new RewrittenBatches();
        for (Source batch : batches) {
            header.wrap(batch.bytes(), batch.bytes().position());
            out.sourceBatches++;
            out.sourceBytes += batch.bytes().remaining();
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
        return out;
    }

    private void data(Source batch, RewrittenBatches out) {
        boolean plain = joinUpToBytes > 0 && batch.mayJoin() && JoinedBatch.isPlain(header);
        try {
            ByteBuffer records = source.unpack(batch.bytes());
            boolean fits = !sources.isEmpty() && joined.recordBytes() + (long) records.remaining() <= joinUpToBytes;
            if (plain && mayGrow && fits && joined.isFollowedBy(header)) {
                joined.add(header, records);
            } else {
                flush(out);
                joined.start(header, records);
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

    private void flush(RewrittenBatches out) {
        if (sources.isEmpty()) {
            return;
        }
        ByteBuffer made = packer.pack(joined.records(), 0, joined.recordBytes(), RecordFormatV2.BATCH_HEADER_BYTES);
        joined.writeHeader(made, codec.type());
        requireSame(made);
        out.add(made);
        sources.clear();
    }

    private void requireSame(ByteBuffer made) {
        try {
            ByteBuffer records = check.unpack(made);
            if (!records.equals(ByteBuffer.wrap(joined.records(), 0, joined.recordBytes()))) {
                throw new NotTheSameException(joined.baseOffset(), "the records came back changed");
            }
            if (sources.size() > 1) {
                RecordDigest before = new RecordDigest();
                for (ByteBuffer one : sources) {
                    reader.read(one, before);
                }
                RecordDigest after = new RecordDigest();
                reader.read(made, after);
                if (!before.equals(after)) {
                    throw new NotTheSameException(joined.baseOffset(), "the joined records read otherwise");
                }
            }
        } catch (UnreadableBatchException e) {
            throw new NotTheSameException(joined.baseOffset(), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        source.close();
        check.close();
        reader.close();
    }

    /** What came out of a run of batches, in their order. */
    static final class RewrittenBatches {
        final List<ByteBuffer> batches = new ArrayList<>();
        long sourceBatches;
        long sourceBytes;
        long records;
        long unreadable;
        long kept;
        long bytes;

        private void add(ByteBuffer batch) {
            batches.add(batch);
            bytes += batch.remaining();
        }

        private void keep(ByteBuffer batch) {
            kept++;
            add(batch.duplicate());
        }
    }
}
