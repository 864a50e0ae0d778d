package dev.squeeze.kit.source;

import dev.squeeze.kit.format.TimeSpans;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Totals over time without the timestamps that {@link TimestampSpan} leaves out: a single 0, or microseconds instead of
 * milliseconds, would squeeze all others into one span. Needs one pass and fixed memory: the oldest and newest
 * timestamps, as many as may be wrong, are kept separately until it is known which are wrong.
 *
 * @param <T> the totals of a span
 */
final class PlausibleSpans<T> {
    private static final int MAX_NEW = 4 * TimestampSpan.MAX_WRONG;
    private static final long MILLIS = 1_000;

    private final Supplier<T> nothing;
    private final BiConsumer<T, T> addTo;
    private final TimestampSpan timestamps = new TimestampSpan();
    private final TimeSpans<T> between;
    private final TimeSpans<T> beyond;
    private final PriorityQueue<Single<T>> oldest = new PriorityQueue<>(Comparator.comparingLong(last -> -last.millis));
    /** The newest, as many as may be wrong, and some more, so that they can be moved to {@link #between} in bulk. */
    private final List<Single<T>> newest = new ArrayList<>();

    /** Timestamps below this are not among the newest that may be wrong. */
    private long newestFrom;

    private Optional<T> latest = Optional.empty();
    private long latestSecond;

    /** Totals of one second, or of a part of it. */
    private static final class Single<T> {
        private final long millis;
        private final T totals;

        Single(long millis, T totals) {
            this.millis = millis;
            this.totals = totals;
        }
    }

    /**
     * @param maxSpans at least 2; with more, spans are finer
     * @param addTo adds its second argument to the first
     */
    PlausibleSpans(int maxSpans, Supplier<T> nothing, BiConsumer<T, T> addTo) {
        this.nothing = nothing;
        this.addTo = addTo;
        this.between = new TimeSpans<>(maxSpans, nothing, addTo);
        this.beyond = new TimeSpans<>(maxSpans, nothing, addTo);
    }

    /**
     * Returns the totals to add to; valid until the next call.
     *
     * @param timestampMillis must not be negative
     */
    T at(long timestampMillis) {
        timestamps.add(timestampMillis);
        // Batches are mostly in chronological order, with many per second.
        long second = timestampMillis / MILLIS;
        if (latest.isEmpty() || second != latestSecond) {
            latest = Optional.of(find(timestampMillis));
            latestSecond = second;
        }
        return latest.get();
    }

    private T find(long timestampMillis) {
        if (TimestampSpan.isBeyond(timestampMillis)) {
            return beyond.at(timestampMillis);
        }
        boolean old = oldest.size() < TimestampSpan.MAX_WRONG || timestampMillis < oldest.element().millis;
        if (!old && timestampMillis < newestFrom) {
            return between.at(timestampMillis);
        }
        Single<T> single = new Single<>(timestampMillis, nothing.get());
        if (!old) {
            addNew(single);
            return single.totals;
        }
        oldest.add(single);
        if (oldest.size() > TimestampSpan.MAX_WRONG) {
            addNew(oldest.remove());
        }
        return single.totals;
    }

    private void addNew(Single<T> single) {
        if (newest.size() == MAX_NEW) {
            newest.sort(Comparator.comparingLong(other -> other.millis));
            List<Single<T>> inner = newest.subList(0, MAX_NEW - TimestampSpan.MAX_WRONG);
            inner.forEach(other -> addTo.accept(between.at(other.millis), other.totals));
            inner.clear();
            newestFrom = newest.get(0).millis;
        }
        newest.add(single);
    }

    /**
     * The totals without wrong timestamps. If all timestamps are in another unit, their order is still correct, and
     * none is left out.
     */
    TimeSpans<T> plausible() {
        Optional<TimestampSpan.Span> span = timestamps.span();
        if (span.isEmpty()) {
            return beyond;
        }
        TimeSpans<T> all = between.copy();
        for (Collection<Single<T>> extremes : List.of(oldest, newest)) {
            for (Single<T> single : extremes) {
                if (span.get().holds(single.millis)) {
                    addTo.accept(all.at(single.millis), single.totals);
                }
            }
        }
        return all;
    }
}
