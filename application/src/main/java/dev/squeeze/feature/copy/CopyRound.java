package dev.squeeze.feature.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What was read of the source at one go, by partition in the order of its log. Filled by {@link SourceReader} alone. */
final class CopyRound {
    final Map<Integer, List<SourceBatch>> batches = new TreeMap<>();
    /** The offset to go on from, of each partition that was looked at. */
    final Map<Integer, Long> next = new TreeMap<>();

    /** Leader epochs of the last batches before those offsets, where they are known. */
    final Map<Integer, Integer> epochs = new TreeMap<>();

    final List<CopyGap> gaps = new ArrayList<>();
    long fromNanos;
    long toNanos;
    long storedBytes;
    long records;
    long abortedRecords;
    long readCpuNanos;

    void add(SourceBatch batch) {
        batches.computeIfAbsent(batch.partition(), partition -> new ArrayList<>())
                .add(batch);
    }

    OptionalInt epoch(int partition) {
        Integer epoch = epochs.get(partition);
        return epoch == null ? OptionalInt.empty() : OptionalInt.of(epoch);
    }

    boolean isEmpty() {
        return next.isEmpty();
    }
}
