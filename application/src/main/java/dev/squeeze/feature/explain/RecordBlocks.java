package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes of compressed batches by the records that they hold. Records are in blocks of neighbours in the order in which they are sent:
 * batches of two formats hold different numbers of records, but a block holds the same ones in every format. A batch that reaches over
 * several blocks counts in each with its share of the uncompressed bytes.
 */
final class RecordBlocks {
    /** About as many records each; as many blocks as records where there are fewer. */
    private static final int MAX_BLOCKS = 256;

    /** A block of which fewer records were in a batch is not known. */
    private static final double KNOWN_FROM = 0.5;

    /** By {@link BatchRecord#identity}: producers put their own timestamps on records. */
    private final Map<Object, Integer> places;

    private final int records;
    private final double[] seen;
    private final double[] raw;
    private final double[] stored;

    /** @param sent in the order in which they are sent; batches hold these very values */
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

    /** The block in which the middle of a batch lies. */
    int middle(List<BatchRecord> batch) {
        int[] sorted = sortedPlaces(batch);
        return block(sorted[sorted.length / 2]);
    }

    /** Records from the first to the last one of a batch in the order of sending, over all records. */
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

    /** Records of a block, whether they were in a batch or not. */
    double size(int block) {
        return begin(block + 1) - begin(block);
    }

    /** Bytes of all its records, stored; records that were sent several times count once. */
    double storedBytes(int block) {
        return stored[block] / seen[block] * size(block);
    }

    /** The same uncompressed, with the framing of records. */
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
            throw new IllegalArgumentException("a batch holds a record that was not sent");
        }
        return place;
    }

    private int block(int place) {
        return (int) ((long) place * seen.length / records);
    }

    /** The first place whose block this is. */
    private long begin(int block) {
        return ((long) block * records + seen.length - 1) / seen.length;
    }
}
