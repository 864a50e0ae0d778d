package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.TimestampSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;

/**
 * When records arrive: the gaps between consecutive records, as multiples of the mean gap. Usually derived from the
 * records' own timestamps. Records with equal timestamps are spread evenly over the time that the timestamps'
 * resolution leaves open, so that a log with timestamps in whole seconds does not look like one burst per second.
 */
public final class ArrivalPattern {
    private static final long HOUR_MILLIS = 3_600_000;
    /** Resolutions that timestamps may have, in milliseconds, coarsest first. */
    private static final long[] RESOLUTIONS = {HOUR_MILLIS, 60_000, 1_000, 100, 10, 1};

    /**
     * Longer gaps, as multiples of the mean gap, are cut to this length: they are holes in the sample, not pauses in
     * the traffic.
     */
    private static final double MAX_MEAN_GAPS = 20_000;

    /** Maximum number of records from which {@link #recordsWithin} counts. */
    private static final int COUNTED_FROM = 2_000;

    private final double[] gaps;
    /** Arrival time of each record in mean gaps, followed by that of the first record of the next pass. */
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
     * Bursts of equal length with equal pauses between them, whatever the timestamps say.
     *
     * @param size number of records
     * @param recordsPerBurst mean number of records per burst, at least 1; if larger than {@code size}, all records
     *     form one burst
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
     * The pattern of some of the records. They keep their arrival times, so the time of the other records stays in the
     * gaps.
     *
     * @param places indexes of the records to keep, ascending, at least one
     */
    ArrivalPattern thinnedTo(List<Integer> places) {
        double[] kept = new double[places.size()];
        for (int i = 0; i < kept.length; i++) {
            // The first record follows the last one.
            double next = i + 1 < kept.length ? at[places.get(i + 1)] : at[gaps.length] + at[places.get(0)];
            kept[i] = next - at[places.get(i)];
        }
        return ofKept(kept);
    }

    /**
     * The pattern of stretches of the records, joined together. Each stretch keeps its gaps; the time of the other
     * records is dropped.
     *
     * @param places indexes of the records to keep, ascending, at least one
     */
    ArrivalPattern ofStretches(List<Integer> places) {
        return ofKept(places.stream().mapToDouble(place -> gaps[place]).toArray());
    }

    private ArrivalPattern ofKept(double[] kept) {
        if (recordsPerBurst.isPresent()) {
            return inBursts(kept.length, recordsPerBurst.getAsDouble());
        }
        double sum = Arrays.stream(kept).sum();
        // A stretch whose records all arrived at once has no pace of its own.
        return sum > 0
                ? new ArrivalPattern(inSharesOfTheMean(kept, sum), OptionalDouble.empty())
                : ofEqual(kept.length);
    }

    private static ArrivalPattern ofEqual(int size) {
        double[] equal = new double[size];
        Arrays.fill(equal, 1);
        return new ArrivalPattern(equal, OptionalDouble.empty());
    }

    /**
     * The pattern of some records.
     *
     * @param records in their order
     * @return empty if their timestamps show no pattern
     */
    public static Optional<ArrivalPattern> of(List<BatchRecord> records) {
        return of(records, place -> 0);
    }

    /**
     * The pattern of pieces of a source. The time between two pieces is attributed to the records that were left out
     * between them.
     *
     * @param records in their order
     * @param leftOut number of records left out between the record at an index and the next one
     * @return empty if their timestamps show no pattern
     */
    static Optional<ArrivalPattern> of(List<BatchRecord> records, IntToLongFunction leftOut) {
        List<Moment> moments = moments(times(records), leftOut);
        long resolution = resolution(moments.stream().mapToLong(Moment::millis).toArray());
        double[] gaps = new double[records.size()];
        double spanMillis = 0;
        int steps = 0;
        double before = Double.NaN;
        for (int i = 0; i < moments.size(); i++) {
            Moment moment = moments.get(i);
            double toNext =
                    i + 1 < moments.size() ? Math.max(0, moments.get(i + 1).millis() - moment.millis()) : resolution;
            steps += toNext > 0 ? 1 : 0;
            double within;
            double afterLast;
            if (moment.leftOut() > 0) {
                // When the left-out records arrived is unknown, and some may share this timestamp: assume that all are
                // evenly spaced.
                afterLast = toNext / (moment.records() + moment.leftOut());
                within = Double.isNaN(before) ? afterLast : before;
                before = Double.NaN;
            } else {
                double open = Math.min(toNext, resolution);
                within = open / moment.records();
                boolean begins = i > 0 && moments.get(i - 1).leftOut() > 0;
                if (begins && moments.size() > i + 1 && moments.get(i + 1).leftOut() == 0) {
                    // The first records of that moment were left out.
                    within = Math.min(
                            within, (double) resolution / moments.get(i + 1).records());
                }
                afterLast = within + toNext - open;
                before = within;
            }
            Arrays.fill(gaps, moment.first(), moment.end(), within);
            gaps[moment.end() - 1] = afterLast;
            spanMillis += within * (moment.records() - 1) + afterLast;
        }
        if (spanMillis <= 0 || steps < 3) {
            return Optional.empty();
        }
        return Optional.of(new ArrivalPattern(bounded(gaps, spanMillis / gaps.length), OptionalDouble.empty()));
    }

    /**
     * Records with the same timestamp.
     *
     * @param end the index after the last of them
     * @param leftOut number of records left out between them, or between the last of them and the next record
     */
    private record Moment(int first, int end, long millis, long leftOut) {
        int records() {
            return end - first;
        }
    }

    private static List<Moment> moments(long[] times, IntToLongFunction leftOut) {
        List<Moment> moments = new ArrayList<>();
        for (int first = 0; first < times.length; ) {
            int end = first;
            long others = 0;
            while (end < times.length && times[end] == times[first]) {
                others += leftOut.applyAsLong(end);
                end++;
            }
            moments.add(new Moment(first, end, times[first], others));
            first = end;
        }
        return moments;
    }

    private static double[] bounded(double[] gaps, double mean) {
        double sum = 0;
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = Math.min(gaps[i], MAX_MEAN_GAPS * mean);
            sum += gaps[i];
        }
        return inSharesOfTheMean(gaps, sum);
    }

    /** Scales the gaps so that their mean is 1. */
    private static double[] inSharesOfTheMean(double[] gaps, double sum) {
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] *= gaps.length / sum;
        }
        return gaps;
    }

    /** Timestamps in milliseconds. An implausible timestamp is replaced by that of the record before it. */
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
     * The coarsest resolution that is consistent with all timestamps.
     *
     * @param times in milliseconds
     * @return in milliseconds, at least 1
     */
    public static long resolution(long[] times) {
        for (long candidate : RESOLUTIONS) {
            if (Arrays.stream(times).allMatch(millis -> millis % candidate == 0)) {
                return candidate == HOUR_MILLIS ? smallestStep(times) : candidate;
            }
        }
        return 1;
    }

    /** The smallest step between timestamps that are all whole hours: a date is midnight in some time zone. */
    private static long smallestStep(long[] times) {
        long smallest = Long.MAX_VALUE;
        for (int i = 1; i < times.length; i++) {
            long step = Math.abs(times[i] - times[i - 1]);
            smallest = step == 0 ? smallest : Math.min(smallest, step);
        }
        return smallest == Long.MAX_VALUE ? HOUR_MILLIS : smallest;
    }

    /**
     * Records per burst if the pattern is one of bursts that explain the batches of a log; absent if it is based on
     * timestamps.
     */
    OptionalDouble recordsPerBurst() {
        return recordsPerBurst;
    }

    /**
     * Mean number of records that arrive within the given time of a record, including that record. With bursts it is
     * much higher than the mean rate suggests.
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

    /** The first record follows the last one. */
    private double recordsWithin(int first, double meanGaps) {
        double whole = at[gaps.length];
        double passes = Math.floor(meanGaps / whole);
        double until = at[first] + meanGaps - passes * whole;
        int end = until < whole ? firstAfter(until) : gaps.length + firstAfter(until - whole);
        return passes * gaps.length + Math.max(1, end - first);
    }

    /** Index of the first record that arrives later, or the number of records if there is none. */
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

    /** Time from a record to the next one, as a multiple of the mean gap. */
    double gapAfter(int record) {
        return gaps[record];
    }
}
