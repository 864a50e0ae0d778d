package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * What one of several producers sends: of K producers every K-th record, in their order, over and over; and how long after each
 * of them the next one comes. For one thread.
 */
final class ProducerRecords {
    private final List<BatchRecord> records;
    private final int every;
    /** When each record comes, in mean times between two records of all; one more than there are records. */
    private final double[] times;

    private int at;
    private int following;
    private long handedOver;

    /**
     * @param records of all producers
     * @param places of the records in the source, by which the pattern knows them
     * @param every 1 where the producer sends all of them
     */
    ProducerRecords(List<BatchRecord> records, IntUnaryOperator places, int every, Optional<ArrivalPattern> pattern) {
        this.records = records.subList(0, SharedRecords.going(records.size(), every));
        this.every = every;
        this.times = pattern.map(known -> times(known, places, records.size(), this.records.size()))
                .orElseGet(() -> new double[0]);
    }

    /** Pauses after records that do not go round come after the last one that does; the mean time stays what it is. */
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

    /** Places of all records that have been passed so far, over all turns. */
    long passed() {
        return handedOver * every;
    }

    /** From the last record to the one after it, over the mean time between two records of all. */
    double gap() {
        long last = (long) at + every;
        double size = records.size();
        double turns = Math.floor(last / size);
        return turns * times[records.size()] + times[(int) (last - turns * size)] - times[at];
    }
}
