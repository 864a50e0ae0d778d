package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tracks which of a producer's records were in the batches that count, by their positions in the order in which all are
 * sent.
 */
final class CountedPart implements Consumer<List<BatchRecord>> {
    private final ProducerRecords own;
    private final Consumer<List<BatchRecord>> next;
    /** Number of positions passed when each batch was sent. */
    private long[] passed = new long[256];

    private int batches;
    private double records;
    private double squares;

    /** @param next receives the batches afterwards */
    CountedPart(ProducerRecords own, Consumer<List<BatchRecord>> next) {
        this.own = own;
        this.next = next;
    }

    @Override
    public void accept(List<BatchRecord> batch) {
        if (batches == passed.length) {
            passed = Arrays.copyOf(passed, 2 * batches);
        }
        passed[batches++] = own.passed();
        records += batch.size();
        squares += (double) batch.size() * batch.size();
        next.accept(batch);
    }

    /**
     * Mean size of the batch that a record is in. Exceeds the mean batch size if most records are in a few large
     * batches.
     */
    double recordsTogether() {
        return records == 0 ? 1 : squares / records;
    }

    /** @param together records of this many positions are appended before their batch leaves */
    long from(double together) {
        return batches == 0 ? 0 : Math.max(0, passed[0] - (long) together);
    }

    /** The position after the last one. */
    long to() {
        return to(batches);
    }

    /** The position after the last one of the first {@code count} batches. */
    long to(long count) {
        return count == 0 ? 0 : passed[(int) Math.min(count, batches) - 1];
    }
}
