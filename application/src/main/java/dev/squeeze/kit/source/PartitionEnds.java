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

/** The first and the last batch of partitions, of some where there are very many: since when and until when a topic was written to. */
final class PartitionEnds {
    private static final int MAX_PARTITIONS = 64;

    private final BoundedFetch fetch;
    private final TieredLog log;
    private final List<Long> timestamps = new ArrayList<>();
    private final List<CodecType> newestCodecs = new ArrayList<>();
    /** In partitions that were looked at, and of these the ones before the first batch. */
    private long offsets;

    private long offsetsBeforeFirst;

    PartitionEnds(BoundedFetch fetch, TieredLog log) {
        this.fetch = fetch;
        this.log = log;
    }

    /**
     * Looks at them in a random order.
     *
     * @param maxBytes that this may fetch
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
     * Where the first batch from an offset on begins, whose times are taken; absent where there is none.
     *
     * @param visitor sees that batch
     */
    private OptionalLong firstBatch(PartitionId partition, long offset, Consumer<BatchHeader> visitor) {
        long[] begins = {-1};
        // The least that can be asked for.
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

    /** In milliseconds, of the first and the newest record of each batch. */
    List<Long> timestamps() {
        return timestamps;
    }

    /** Of the newest batch of each partition looked at, unless it is a transaction's marker. */
    List<CodecType> newestCodecs() {
        return newestCodecs;
    }

    /** Of the offsets of partitions, those before their first batch, 0 to 1. */
    double shareBeforeFirst() {
        return offsets == 0 ? 0 : (double) offsetsBeforeFirst / offsets;
    }
}
