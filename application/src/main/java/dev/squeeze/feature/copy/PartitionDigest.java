package dev.squeeze.feature.copy;

import dev.squeeze.kit.kafka.ContentDigest;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A checksum of a partition's records in order, and their offsets as stretches of consecutive offsets. */
final class PartitionDigest {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    /** About 100 MiB. A compacted topic may have a gap after every record. */
    private static final int MAX_STRETCHES = 2_000_000;

    private final boolean keepsOffsets;
    private final long passOver;
    private final List<Stretch> stretches = new ArrayList<>();
    private long passed;
    private long records;
    private long digest;
    private long first;
    private long count;

    /**
     * Consecutive offsets.
     *
     * @param first the first offset
     */
    record Stretch(long first, long count) {}

    PartitionDigest(boolean keepsOffsets) {
        this(keepsOffsets, 0);
    }

    /** @param passOver how many of the first records to skip */
    PartitionDigest(boolean keepsOffsets, long passOver) {
        this.keepsOffsets = keepsOffsets;
        this.passOver = passOver;
    }

    void add(ConsumerRecord<byte[], byte[]> record) {
        if (passed < passOver) {
            passed++;
            return;
        }
        digest = Long.rotateLeft(digest, 5) * MULTIPLIER + ContentDigest.of(record);
        records++;
        if (keepsOffsets) {
            if (count > 0 && record.offset() == first + count) {
                count++;
            } else {
                endStretch();
                first = record.offset();
                count = 1;
            }
        }
    }

    private void endStretch() {
        if (count > 0) {
            if (stretches.size() >= MAX_STRETCHES) {
                throw new CopyException("an offset map of more than " + MAX_STRETCHES
                        + " rows for a partition does not fit into memory: compare with --verify alone");
            }
            stretches.add(new Stretch(first, count));
            count = 0;
        }
    }

    long records() {
        return records;
    }

    /** How many records were skipped. */
    long passed() {
        return passed;
    }

    String checksum() {
        return String.format("%016x", digest);
    }

    /** In order; empty if offsets are not kept. */
    List<Stretch> stretches() {
        endStretch();
        return stretches;
    }
}
