package dev.squeeze.kit.source;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * From when to when records are, by their timestamps. A few that are plainly wrong are left out, such as 0 or microseconds for
 * milliseconds: a single one would make a topic's rate a thousandth of what it is.
 */
public final class TimestampSpan {
    /** Beyond are microseconds or nanoseconds, or nonsense: the year 2200. */
    private static final long MAX_MILLIS = 7_258_118_400_000L;

    /** So many on each side may be wrong, and no larger share of all. */
    static final int MAX_WRONG = 64;

    private static final double MAX_WRONG_SHARE = 0.005;
    /** Of fewer nobody knows which ones are wrong. */
    private static final int MIN_TO_JUDGE = 10;
    /** How far from the others a wrong one is, as a multiple of the time that they span. */
    private static final double MIN_DISTANCE_SPANS = 20;

    private static final long MIN_DISTANCE_MILLIS = Duration.ofDays(30).toMillis();

    private final Extremes oldest = new Extremes();
    private final Extremes newest = new Extremes();
    private long count;
    private long beyond;

    /**
     * What was seen.
     *
     * @param oldestMillis and {@code newestMillis}: since 1970, of those that are not left out
     * @param wrong how many are
     */
    public record Span(long oldestMillis, long newestMillis, long wrong) {
        /** Whether a timestamp is among those that are not left out. */
        public boolean holds(long millis) {
            return millis >= oldestMillis && millis <= newestMillis;
        }

        /** The rate of so many records; absent where they span no time. */
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
                                    + " time span and the rate: if that is wrong, give commands that have --rate the rate that you know",
                            wrong,
                            wrong == 1 ? " is" : "s are",
                            Instant.ofEpochMilli(oldestMillis),
                            Instant.ofEpochMilli(newestMillis)));
        }
    }

    /** The largest of some numbers, in order. */
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

    /** Such a timestamp is always left out. */
    static boolean isBeyond(long millis) {
        return millis > MAX_MILLIS;
    }

    /** @param millis since 1970; below 0 for none, which is ignored */
    public void add(long millis) {
        if (isBeyond(millis)) {
            beyond++;
        } else if (millis >= 0) {
            count++;
            oldest.add(-millis);
            newest.add(millis);
        }
    }

    /** What a user should know about it; mostly nothing. */
    public List<ReadNotice> notices() {
        Optional<String> nothingLeft = beyond > 0 && count == 0
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "all %,d timestamps are after the year 2200, as microseconds taken for milliseconds are, so the rate is"
                                + " not known: give it to commands that have --rate",
                        beyond))
                : Optional.empty();
        return nothingLeft.or(() -> span().flatMap(Span::notice)).stream()
                .map(words -> new ReadNotice(ReadNotice.Kind.TIMESTAMPS_LEFT_OUT, words))
                .toList();
    }

    /** Empty without a timestamp. */
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
