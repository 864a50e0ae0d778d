package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * The records that one of several producers sends: with K producers, every K-th record, in order and repeatedly; and
 * the time between them. Not thread-safe.
 */
final class ProducerRecords {
    private final List<BatchRecord> records;
    private final int every;
    /**
     * Arrival time of each record, as a multiple of the mean time between any two records; one entry more than there
     * are records.
     */
    private final double[] times;

    private int at;
    private int following;
    private long handedOver;

    /**
     * @param records of all producers
     * @param places indexes of the records in the source, as used by the pattern
     * @param every 1 if the producer sends all of them
     */
    ProducerRecords(List<BatchRecord> records, IntUnaryOperator places, int every, Optional<ArrivalPattern> pattern) {
        this.records = records.subList(0, SharedRecords.going(records.size(), every));
        this.every = every;
        this.times = pattern.map(known -> times(known, places, records.size(), this.records.size()))
                .orElseGet(() -> new double[0]);
    }

    /**
     * Pauses after records that are dropped at the end of a pass are added after the last one that is kept; the mean
     * time stays the same.
     */
    private static double[] times(ArrivalPattern pattern, IntUnaryOperator places, int size, int going) {
        double[] times = new double[going + 1];
        double passed = 0;
        for (int i = 0; i < size; i++) {
            passed += pattern.gapAfter(places.applyAsInt(i));
            times[Math.min(i + 1, going)] = passed * going / size;
        }
        return times;
    }

    BatchRecord next() {
        handedOver++;
        BatchRecord record = records.get(following);
        at = following;
        following = (int) (((long) at + every) % records.size());
        return record;
    }

    /** Number of records of all producers passed so far, over all passes. */
    long passed() {
        return handedOver * every;
    }

    /**
     * Time from the record returned last to the producer's next one, as a multiple of the mean time between any two
     * records.
     */
    double gap() {
        long last = (long) at + every;
        double size = records.size();
        double turns = Math.floor(last / size);
        return turns * times[records.size()] + times[(int) (last - turns * size)] - times[at];
    }
}
