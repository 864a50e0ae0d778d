package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Reads the first and the last batch of partitions (of some of them if there are very many), to find the time span of a
 * topic's records.
 */
final class PartitionEnds {
    private static final int MAX_PARTITIONS = 64;

    private final BoundedFetch fetch;
    private final TieredLog log;
    private final List<Long> timestamps = new ArrayList<>();
    private final List<CodecType> newestCodecs = new ArrayList<>();
    /** Offsets in the partitions that were checked, and how many of these are before the first batch. */
    private long offsets;

    private long offsetsBeforeFirst;

    PartitionEnds(BoundedFetch fetch, TieredLog log) {
        this.fetch = fetch;
        this.log = log;
    }

    /**
     * Checks partitions in random order.
     *
     * @param maxBytes maxBytes limit for the bytes fetched here
     */
    void look(Map<PartitionId, OffsetRange> ranges, long maxBytes, long seed) {
        List<Map.Entry<PartitionId, OffsetRange>> partitions = new ArrayList<>(ranges.entrySet());
        partitions.removeIf(partition -> partition.getValue().isEmpty());
        Collections.shuffle(partitions, new Random(seed));
        long most = fetch.fetchedBytes() + maxBytes;
        for (int i = 0; i < Math.min(MAX_PARTITIONS, partitions.size()) && fetch.fetchedBytes() < most; i++) {
            look(partitions.get(i).getKey(), partitions.get(i).getValue());
        }
    }

    private void look(PartitionId partition, OffsetRange range) {
        firstBatch(partition, range.earliest())
                .ifPresentOrElse(
                        first -> {
                            offsets += range.count();
                            offsetsBeforeFirst += Math.max(0, first - range.earliest());
                        },
                        () -> log.localStartAfter(partition, range.earliest())
                                .ifPresent(local -> firstBatch(partition, local)));
        firstBatch(partition, range.latest() - 1, header -> {
            if (!header.isControl()) {
                header.codec().ifPresent(newestCodecs::add);
            }
        });
    }

    private OptionalLong firstBatch(PartitionId partition, long offset) {
        return firstBatch(partition, offset, header -> {});
    }

    /**
     * Finds the first batch at or after an offset and records its timestamps; absent if there is none.
     *
     * @param visitor receives that batch
     */
    private OptionalLong firstBatch(PartitionId partition, long offset, Consumer<BatchHeader> visitor) {
        long[] begins = {-1};
        // The minimum for a fetch.
        fetch.scan(partition, offset, 1, header -> {
            begins[0] = header.baseOffset();
            long newest = header.maxTimestampMillis();
            if (newest >= 0) {
                timestamps.add(header.firstTimestampMillis());
                timestamps.add(newest);
            }
            visitor.accept(header);
            return false;
        });
        return begins[0] < 0 ? OptionalLong.empty() : OptionalLong.of(begins[0]);
    }

    /** Timestamps of the first and the newest record of each batch, in milliseconds. */
    List<Long> timestamps() {
        return timestamps;
    }

    /** Codec of the last batch of each partition that was checked, unless that is a transaction marker. */
    List<CodecType> newestCodecs() {
        return newestCodecs;
    }

    /** Share of the partitions' offsets before their first batch, 0 to 1. */
    double shareBeforeFirst() {
        return offsets == 0 ? 0 : (double) offsetsBeforeFirst / offsets;
    }
}
