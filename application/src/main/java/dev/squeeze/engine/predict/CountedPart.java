package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Which of a producer's records were in the batches that count, by their places in the order in which all are sent. */
final class CountedPart implements Consumer<List<BatchRecord>> {
    private final ProducerRecords own;
    private final Consumer<List<BatchRecord>> next;
    /** Places that had been passed when each batch left. */
    private long[] passed = new long[256];

    private int batches;
    private double records;
    private double squares;

    /** @param next takes the batches after it */
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

    /** How many records the batch of a record holds, on average: most records may lie in few large ones. */
    double recordsTogether() {
        return records == 0 ? 1 : squares / records;
    }

    /** The first place; a batch holds records of so many places before it leaves. */
    long from(double together) {
        return batches == 0 ? 0 : Math.max(0, passed[0] - (long) together);
    }

    /** Behind the last place. */
    long to() {
        return to(batches);
    }

    /** Behind the last place of so many batches, the first. */
    long to(long count) {
        return count == 0 ? 0 : passed[(int) Math.min(count, batches) - 1];
    }
}
