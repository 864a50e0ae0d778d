package dev.squeeze.kit.source;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The time span of records, by their timestamps. Leaves out a few that are obviously wrong, such as 0 or microseconds
 * instead of milliseconds: a single one would reduce a topic's rate to a thousandth.
 */
public final class TimestampSpan {
    /** The year 2200; larger values are microseconds, nanoseconds or nonsense. */
    private static final long MAX_MILLIS = 7_258_118_400_000L;

    /** At most this many timestamps on each side may be wrong, and at most {@link #MAX_WRONG_SHARE} of all. */
    static final int MAX_WRONG = 64;

    private static final double MAX_WRONG_SHARE = 0.005;
    /** With fewer timestamps it cannot be decided which ones are wrong. */
    private static final int MIN_TO_JUDGE = 10;
    /** How far wrong timestamps are from the others, as a multiple of the time that those span. */
    private static final double MIN_DISTANCE_SPANS = 20;

    private static final long MIN_DISTANCE_MILLIS = Duration.ofDays(30).toMillis();

    private final Extremes oldest = new Extremes();
    private final Extremes newest = new Extremes();
    private long count;
    private long beyond;

    /**
     * The time span.
     *
     * @param oldestMillis oldest timestamp that is not left out, in milliseconds since 1970
     * @param newestMillis newest timestamp that is not left out
     * @param wrong number of timestamps left out
     */
    public record Span(long oldestMillis, long newestMillis, long wrong) {
        /** Whether a timestamp is within the span, and thus not left out. */
        public boolean holds(long millis) {
            return millis >= oldestMillis && millis <= newestMillis;
        }

        /** The rate of this many records; absent if they span no time. */
        public Optional<ObservedRate> rateOf(double records) {
            double seconds = (newestMillis - oldestMillis) / 1e3;
            return seconds > 0 && records > 0
                    ? Optional.of(new ObservedRate(records / seconds, seconds))
                    : Optional.empty();
        }

        private Optional<String> notice() {
            return wrong == 0
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "%,d timestamp%s far from all others (%s to %s), or after the year 2200, and left out of the"
                                    + " time span and the rate: if that is wrong, set the actual rate with --rate, if"
                                    + " the command has it",
                            wrong,
                            wrong == 1 ? " is" : "s are",
                            Instant.ofEpochMilli(oldestMillis),
                            Instant.ofEpochMilli(newestMillis)));
        }
    }

    /** The largest numbers of a sequence, in order. */
    private static final class Extremes {
        private final long[] largest = new long[MAX_WRONG + 1];
        private int size;

        void add(long number) {
            if (size == largest.length && number <= largest[0]) {
                return;
            }
            int at = Arrays.binarySearch(largest, 0, size, number);
            int place = at < 0 ? -at - 1 : at;
            if (size < largest.length) {
                System.arraycopy(largest, place, largest, place + 1, size - place);
                largest[place] = number;
                size++;
            } else {
                System.arraycopy(largest, 1, largest, 0, place - 1);
                largest[place - 1] = number;
            }
        }

        /** @param place 0 for the largest */
        long get(int place) {
            return largest[size - 1 - place];
        }
    }

    /** Whether a timestamp is after the year 2200, and thus always left out. */
    static boolean isBeyond(long millis) {
        return millis > MAX_MILLIS;
    }

    /** @param millis millis since 1970; negative if there is no timestamp, which is ignored */
    public void add(long millis) {
        if (isBeyond(millis)) {
            beyond++;
        } else if (millis >= 0) {
            count++;
            oldest.add(-millis);
            newest.add(millis);
        }
    }

    /** What the user should know about it; usually empty. */
    public List<ReadNotice> notices() {
        Optional<String> nothingLeft = beyond > 0 && count == 0
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "all %,d timestamps are after the year 2200, possibly microseconds instead of milliseconds,"
                                + " so the rate is"
                                + " unknown: set it with --rate, if the command has it",
                        beyond))
                : Optional.empty();
        return nothingLeft.or(() -> span().flatMap(Span::notice)).stream()
                .map(words -> new ReadNotice(ReadNotice.Kind.TIMESTAMPS_LEFT_OUT, words))
                .toList();
    }

    /** Empty if there are no timestamps. */
    public Optional<Span> span() {
        if (count == 0) {
            return Optional.empty();
        }
        int judged = count < MIN_TO_JUDGE
                ? 0
                : (int) Math.min(Math.min(MAX_WRONG, oldest.size - 1), Math.ceil(MAX_WRONG_SHARE * count));
        long from = -oldest.get(judged);
        long to = newest.get(judged);
        double limit = Math.max(MIN_DISTANCE_MILLIS, MIN_DISTANCE_SPANS * (to - from));
        int early = 0;
        while (early < judged && from + oldest.get(early) > limit) {
            early++;
        }
        int late = 0;
        while (late < judged && newest.get(late) - to > limit) {
            late++;
        }
        return Optional.of(new Span(-oldest.get(early), newest.get(late), (long) early + late + beyond));
    }
}
