package dev.squeeze.benchmarks.chaos;

import java.util.Arrays;

/** Offset and hash of each record of a partition, in order: 16 bytes per record. */
final class PartitionContents {
    private long[] offsets = new long[1024];
    private long[] hashes = new long[1024];
    private int records;

    void add(long offset, long hash) {
        if (records == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * records);
            hashes = Arrays.copyOf(hashes, 2 * records);
        }
        offsets[records] = offset;
        hashes[records++] = hash;
    }

    int records() {
        return records;
    }

    /** The differences. */
    record Difference(long missing, long twice, long added, long changed) {
        boolean isNone() {
            return missing + twice + added + changed == 0;
        }
    }

    /** Compares with the current contents, both in order of offsets as consumers see them. */
    Difference compare(PartitionContents now) {
        long missing = 0;
        long twice = 0;
        long added = 0;
        long changed = 0;
        int i = 0;
        int j = 0;
        while (i < records || j < now.records) {
            if (j > 0 && j < now.records && now.offsets[j] <= now.offsets[j - 1]) {
                twice++;
                j++;
            } else if (j == now.records || i < records && offsets[i] < now.offsets[j]) {
                missing++;
                i++;
            } else if (i == records || now.offsets[j] < offsets[i]) {
                added++;
                j++;
            } else {
                changed += hashes[i++] == now.hashes[j++] ? 0 : 1;
            }
        }
        return new Difference(missing, twice, added, changed);
    }
}
