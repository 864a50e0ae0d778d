package dev.squeeze.kit.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Totals over time, in one pass and with fixed memory: spans of equal length, which doubles whenever a timestamp does
 * not fit into the range.
 *
 * @param <T> the totals of a span
 */
public final class TimeSpans<T> {
    private final int maxSpans;
    private final Supplier<T> nothing;
    private final BiConsumer<T, T> addTo;
    private long widthMillis = 1_000;
    private long first;
    private long last = -1;
    private List<T> totals;

    /**
     * A span of time.
     *
     * @param fromMillis start of the span
     */
    public record Span<T>(long fromMillis, T totals) {}

    /**
     * @param maxSpans at least 2; with more, spans are finer
     * @param addTo adds its second argument to the first
     */
    public TimeSpans(int maxSpans, Supplier<T> nothing, BiConsumer<T, T> addTo) {
        this.maxSpans = maxSpans;
        this.nothing = nothing;
        this.addTo = addTo;
        this.totals = empty();
    }

    /** A copy, to which more can be added without changing the original. */
    public TimeSpans<T> copy() {
        TimeSpans<T> copy = new TimeSpans<>(maxSpans, nothing, addTo);
        copy.widthMillis = widthMillis;
        copy.first = first;
        copy.last = last;
        for (int i = 0; i < maxSpans; i++) {
            addTo.accept(copy.totals.get(i), totals.get(i));
        }
        return copy;
    }

    private List<T> empty() {
        List<T> fresh = new ArrayList<>();
        for (int i = 0; i < maxSpans; i++) {
            fresh.add(nothing.get());
        }
        return fresh;
    }

    /** @param timestampMillis must not be negative */
    public T at(long timestampMillis) {
        long index = timestampMillis / widthMillis;
        if (last < 0) {
            first = index;
            last = index;
        }
        // Timestamps may have any value, even microseconds among milliseconds. Two spans cover all of them before a
        // span's length overflows.
        while (Math.max(last, index) - Math.min(first, index) >= maxSpans) {
            coarsen();
            index = timestampMillis / widthMillis;
        }
        if (index < first) {
            shift((int) (first - index));
        }
        last = Math.max(last, index);
        return totals.get((int) (index - first));
    }

    private void coarsen() {
        List<T> coarse = empty();
        for (int i = 0; i <= last - first; i++) {
            addTo.accept(coarse.get((int) ((first + i) / 2 - first / 2)), totals.get(i));
        }
        totals = coarse;
        first /= 2;
        last /= 2;
        widthMillis *= 2;
    }

    private void shift(int by) {
        Collections.rotate(totals, by);
        first -= by;
    }

    /** The length of each span. */
    public long widthMillis() {
        return widthMillis;
    }

    /** All spans from the first to the last one with a timestamp, the oldest first. */
    public List<Span<T>> spans() {
        List<Span<T>> spans = new ArrayList<>();
        for (int i = 0; last >= 0 && i <= last - first; i++) {
            spans.add(new Span<>((first + i) * widthMillis, totals.get(i)));
        }
        return spans;
    }
}
