package dev.squeeze.feature.copy;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.NewBatch;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Decompresses batches of one partition and joins adjacent ones that fit. Not thread-safe. */
final class BatchJoiner implements AutoCloseable {
    private final String topic;
    private final int joinUpToBytes;
    private final boolean acrossCodecs;
    private final RecordBytes source = new RecordBytes();
    private final BatchHeader header = new BatchHeader();

    /**
     * @param batches in the order of the log
     * @param cpuNanos spent on decompressing and joining
     */
    record Joined(List<ReadyBatch> batches, long cpuNanos) {}

    /**
     * @param joinUpToBytes maximum uncompressed bytes of records in a joined batch; 0 to join nothing
     * @param acrossCodecs whether batches with different codecs may be joined; must be false if a copy keeps the codec
     */
    BatchJoiner(String topic, int joinUpToBytes, boolean acrossCodecs) {
        this.topic = topic;
        this.joinUpToBytes = joinUpToBytes;
        this.acrossCodecs = acrossCodecs;
    }

    /**
     * @param cuts offsets that no joined batch may span: no batch contains records from both before and after a cut
     * @throws CopyException for a batch that cannot be read
     */
    Joined join(List<SourceBatch> batches, Set<Long> cuts) {
        long before = CpuClock.cpuNanos();
        List<ReadyBatch> ready = new ArrayList<>();
        NewBatch open = new NewBatch(0);
        CodecType openCodec = CodecType.NONE;
        long lastOffset = -1;
        for (SourceBatch batch : batches) {
            header.wrap(batch.bytes(), batch.bytes().position());
            CodecType codec = codecOf(batch);
            try {
                var records = source.unpack(batch.bytes());
                boolean joins = !open.isEmpty()
                        && (long) open.recordBytes() + records.remaining() <= joinUpToBytes
                        && (acrossCodecs || codec == openCodec)
                        && !isCutBetween(lastOffset, batch.fromOffset(), cuts);
                if (!joins && !open.isEmpty()) {
                    ready.add(new ReadyBatch.Unpacked(batch.partition(), open, openCodec, lastOffset));
                    open = new NewBatch(records.remaining());
                }
                open.add(header, records, batch.fromOffset(), batch.lastOffset());
            } catch (UnreadableBatchException | IllegalArgumentException e) {
                throw unreadable(batch, String.valueOf(e.getMessage()));
            }
            openCodec = codec;
            lastOffset = batch.lastOffset();
        }
        if (!open.isEmpty()) {
            ready.add(new ReadyBatch.Unpacked(batches.get(0).partition(), open, openCodec, lastOffset));
        }
        return new Joined(ready, CpuClock.cpuNanos() - before);
    }

    /**
     * A cut need not be at the start of a batch: it may fall between two batches, where transaction markers, aborted
     * data or compacted records were.
     */
    private static boolean isCutBetween(long lastOffset, long nextOffset, Set<Long> cuts) {
        return cuts.stream().anyMatch(cut -> lastOffset < cut && cut <= nextOffset);
    }

    private CodecType codecOf(SourceBatch batch) {
        return header.codec().orElseThrow(() -> unreadable(batch, "codec " + header.codecId() + " is unknown"));
    }

    private CopyException unreadable(SourceBatch batch, String why) {
        return unreadable(topic, batch, why);
    }

    static CopyException unreadable(String topic, SourceBatch batch, String why) {
        return new CopyException(
                "partition " + topic + "-" + batch.partition() + " of the source: the batch from offset "
                        + batch.fromOffset() + " to " + batch.lastOffset() + " cannot be read: " + why
                        + "; consumers cannot read it either. What was committed before it is kept; check the"
                        + " broker's disk");
    }

    @Override
    public void close() {
        source.close();
    }
}
