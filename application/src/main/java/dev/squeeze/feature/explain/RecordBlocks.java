package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes of compressed batches assigned to records. Records are in blocks of neighbours in the order of sending: batches
 * of two formats have different numbers of records, but a block has the same ones in every format. A batch that spans
 * several blocks counts in each with its share of the uncompressed bytes.
 */
final class RecordBlocks {
    /** Blocks have about the same number of records; if there are fewer records, each is a block. */
    private static final int MAX_BLOCKS = 256;

    /** Share of a block's records that must be in compressed batches for the block to be known. */
    private static final double KNOWN_FROM = 0.5;

    /** Keyed by {@link BatchRecord#identity}, since producers set their own timestamps on records. */
    private final Map<Object, Integer> places;

    private final int records;
    private final double[] seen;
    private final double[] raw;
    private final double[] stored;

    /** @param sent in the order of sending; batches contain these very values */
    RecordBlocks(List<BatchRecord> sent) {
        this.records = sent.size();
        this.places = new IdentityHashMap<>(records);
        for (int i = 0; i < records; i++) {
            places.put(sent.get(i).identity(), i);
        }
        int blocks = Math.min(MAX_BLOCKS, records);
        this.seen = new double[blocks];
        this.raw = new double[blocks];
        this.stored = new double[blocks];
    }

    int count() {
        return seen.length;
    }

    /** The block that contains the middle of a batch. */
    int middle(List<BatchRecord> batch) {
        int[] sorted = sortedPlaces(batch);
        return block(sorted[sorted.length / 2]);
    }

    /**
     * Distance in the order of sending from the first to the last record of a batch, over the number of all records.
     */
    double reach(List<BatchRecord> batch) {
        int[] sorted = sortedPlaces(batch);
        return (sorted[sorted.length - 1] - sorted[0] + 1.0) / records;
    }

    void add(List<BatchRecord> batch, int storedBytes) {
        double all = batch.stream()
                .mapToDouble(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
        for (BatchRecord record : batch) {
            double own = RecordFormatV2.encodedBytes(record, 0, 0);
            int block = block(place(record));
            seen[block]++;
            raw[block] += own;
            stored[block] += storedBytes * own / all;
        }
    }

    /** Whether enough of a block's records were in compressed batches. */
    boolean isKnown(int block) {
        return seen[block] >= Math.max(1, KNOWN_FROM * size(block));
    }

    /** Number of records of a block, whether they were in a batch or not. */
    double size(int block) {
        return begin(block + 1) - begin(block);
    }

    /** Stored bytes of all its records; records that were sent several times count once. */
    double storedBytes(int block) {
        return stored[block] / seen[block] * size(block);
    }

    /** The same uncompressed, including record framing. */
    double rawBytes(int block) {
        return raw[block] / seen[block] * size(block);
    }

    private int[] sortedPlaces(List<BatchRecord> batch) {
        int[] sorted = batch.stream().mapToInt(this::place).toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    private int place(BatchRecord record) {
        Integer place = places.get(record.identity());
        if (place == null) {
            throw new IllegalArgumentException("a batch contains a record that was not sent");
        }
        return place;
    }

    private int block(int place) {
        return (int) ((long) place * seen.length / records);
    }

    /** The first place of the block. */
    private long begin(int block) {
        return ((long) block * records + seen.length - 1) / seen.length;
    }
}
