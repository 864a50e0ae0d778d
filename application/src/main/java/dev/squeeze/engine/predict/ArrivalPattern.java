package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.TimestampSpan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * When records come: bursts and pauses, as shares of the mean time between two records. Usually by their own timestamps; records
 * with the same timestamp are spread evenly over what the timestamps' resolution leaves open, so that a log with whole seconds
 * does not look like one burst a second.
 */
public final class ArrivalPattern {
    /** Resolutions that timestamps come in, in milliseconds, the coarsest first. */
    private static final long[] RESOLUTIONS = {3_600_000, 60_000, 1_000, 100, 10, 1};

    /** A pause of more than this many mean times between records, or a step back in time, is a gap in the sample. */
    private static final double MAX_MEAN_GAPS = 20_000;

    /** Records whose next ones are counted for {@link #recordsWithin}. */
    private static final int COUNTED_FROM = 2_000;

    private final double[] gaps;
    /** When each record comes, and the one after the last. */
    private final double[] at;

    private final OptionalDouble recordsPerBurst;

    private ArrivalPattern(double[] gaps, OptionalDouble recordsPerBurst) {
        this.gaps = gaps;
        this.at = new double[gaps.length + 1];
        for (int i = 0; i < gaps.length; i++) {
            at[i + 1] = at[i] + gaps[i];
        }
        this.recordsPerBurst = recordsPerBurst;
    }

    /**
     * Bursts of one length, whatever the timestamps say, with equal pauses between them.
     *
     * @param size all records
     * @param recordsPerBurst on average, at least 1; a burst that is longer than all of them is all of them
     */
    static ArrivalPattern inBursts(int size, double recordsPerBurst) {
        double[] gaps = new double[size];
        double bursts = Math.max(1, Math.ceil(size / recordsPerBurst));
        for (int i = 0; i < size; i++) {
            boolean last = i == size - 1 || Math.floor((i + 1) / recordsPerBurst) > Math.floor(i / recordsPerBurst);
            gaps[i] = last ? size / bursts : 0;
        }
        return new ArrivalPattern(gaps, OptionalDouble.of(recordsPerBurst));
    }

    /**
     * A pattern of the same origin for other records.
     *
     * @return empty where it is that of timestamps, and theirs show none
     */
    public Optional<ArrivalPattern> ofOthers(List<BatchRecord> records) {
        return recordsPerBurst.isPresent()
                ? Optional.of(inBursts(records.size(), recordsPerBurst.getAsDouble()))
                : of(records);
    }

    /**
     * The pattern of some records.
     *
     * @param records in their order
     * @return empty where their timestamps show none
     */
    public static Optional<ArrivalPattern> of(List<BatchRecord> records) {
        int size = records.size();
        long[] times = times(records);
        long resolution = resolution(times);
        double[] gaps = new double[size];
        long spanMillis = 0;
        int steps = 0;
        for (int first = 0; first < size; ) {
            int end = first + 1;
            long at = times[first];
            while (end < size && times[end] == at) {
                end++;
            }
            double toNext = end < size ? Math.max(0, times[end] - at) : resolution;
            int count = end - first;
            double within = Math.min(toNext, resolution) / count;
            for (int i = first; i < end; i++) {
                gaps[i] = within;
            }
            gaps[end - 1] += Math.max(0, toNext - Math.min(toNext, resolution));
            spanMillis += (long) toNext;
            steps += toNext > 0 ? 1 : 0;
            first = end;
        }
        if (spanMillis <= 0 || steps < 3) {
            return Optional.empty();
        }
        bound(gaps, (double) spanMillis / size);
        return Optional.of(new ArrivalPattern(gaps, OptionalDouble.empty()));
    }

    /** In shares of the mean, which is 1 afterwards. */
    private static void bound(double[] gaps, double mean) {
        double sum = 0;
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = Math.min(gaps[i], MAX_MEAN_GAPS * mean);
            sum += gaps[i];
        }
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] *= gaps.length / sum;
        }
    }

    /** Timestamps in milliseconds; where one is plainly wrong, that of the record before. */
    private static long[] times(List<BatchRecord> records) {
        TimestampSpan all = new TimestampSpan();
        records.forEach(record -> all.add(record.timestampMillis()));
        Optional<TimestampSpan.Span> span = all.span();
        long[] times = new long[records.size()];
        long before = span.map(TimestampSpan.Span::oldestMillis).orElse(BatchRecord.WHEN_SENT);
        for (int i = 0; i < times.length; i++) {
            long millis = records.get(i).timestampMillis();
            before = span.isEmpty() || span.get().holds(millis) ? millis : before;
            times[i] = before;
        }
        return times;
    }

    /**
     * The coarsest resolution that timestamps may have.
     *
     * @param times in milliseconds
     * @return in milliseconds, at least 1
     */
    public static long resolution(long[] times) {
        for (long candidate : RESOLUTIONS) {
            if (Arrays.stream(times).allMatch(millis -> millis % candidate == 0)) {
                return candidate;
            }
        }
        return 1;
    }

    /** Where they are bursts that explain the batches of a log; absent where the pattern is that of timestamps. */
    OptionalDouble recordsPerBurst() {
        return recordsPerBurst;
    }

    /**
     * How many records come within some time from one of them on, itself included, on average over the records: in bursts many more than
     * at the mean rate.
     *
     * @param meanGaps the time, as a multiple of the mean time between records
     */
    double recordsWithin(double meanGaps) {
        int from = Math.min(COUNTED_FROM, gaps.length);
        double records = 0;
        for (int i = 0; i < from; i++) {
            int first = (int) ((long) i * gaps.length / from);
            records += recordsWithin(first, meanGaps);
        }
        return records / from;
    }

    /** After the last record comes the first again. */
    private double recordsWithin(int first, double meanGaps) {
        double whole = at[gaps.length];
        double passes = Math.floor(meanGaps / whole);
        double until = at[first] + meanGaps - passes * whole;
        int end = until < whole ? firstAfter(until) : gaps.length + firstAfter(until - whole);
        return passes * gaps.length + Math.max(1, end - first);
    }

    /** The first record that comes later, or the number of records. */
    private int firstAfter(double time) {
        int low = 0;
        int high = gaps.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at[middle] > time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** From a record to the one after it, over the mean of all. */
    double gapAfter(int record) {
        return gaps[record];
    }
}
