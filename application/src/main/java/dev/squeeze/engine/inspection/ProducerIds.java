package dev.squeeze.engine.inspection;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Counts batches by producer id: a hash table of primitive longs, since counting a batch may take only nanoseconds. */
final class ProducerIds {
    /** More producers than this are not distinguished; a topic with so many has no dominant one. */
    static final int MAX_IDS = 1 << 16;

    /** Maximum number of producers shown in a profile. */
    static final int MAX_SHOWN = 10;

    private static final long FREE = -1;
    private static final int SLOTS = 2 * MAX_IDS;

    private final long[] ids = new long[SLOTS];
    private final long[] batches = new long[SLOTS];
    private final long[] records = new long[SLOTS];
    private final long[] storedBytes = new long[SLOTS];
    private int known;
    private long withId;

    ProducerIds() {
        Arrays.fill(ids, FREE);
    }

    void add(long id, int recordCount, long bytes) {
        withId++;
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 47) & (SLOTS - 1);
        while (ids[slot] != FREE && ids[slot] != id) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        if (ids[slot] == FREE) {
            if (known == MAX_IDS) {
                return;
            }
            ids[slot] = id;
            known++;
        }
        batches[slot]++;
        records[slot] += recordCount;
        storedBytes[slot] += bytes;
    }

    TopicProfile.Producers of(long allBatches) {
        double all = Math.max(1, allBatches);
        List<TopicProfile.Producer> largest = IntStream.range(0, SLOTS)
                .filter(slot -> ids[slot] != FREE)
                .boxed()
                .sorted(Comparator.comparingLong((Integer slot) -> -batches[slot])
                        .thenComparingLong(slot -> ids[slot]))
                .limit(MAX_SHOWN)
                .map(slot -> new TopicProfile.Producer(
                        ids[slot], batches[slot], batches[slot] / all, records[slot], storedBytes[slot]))
                .toList();
        return new TopicProfile.Producers(
                known, withId / all, largest.isEmpty() ? 0 : largest.get(0).batchShare(), largest);
    }
}
