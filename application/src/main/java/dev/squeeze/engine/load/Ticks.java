package dev.squeeze.engine.load;

import java.util.ArrayList;
import java.util.List;

/**
 * The ticks of a trial: all ticks of a short trial, evenly spaced ones of a long trial, so that a trial of days takes
 * no more memory than one of minutes.
 */
final class Ticks {
    static final int MAX = 20_000;

    private final List<Tick> kept = new ArrayList<>();
    private int step = 1;
    private long seen;

    void add(Tick tick) {
        if (seen++ % step != 0) {
            return;
        }
        kept.add(tick);
        if (kept.size() == MAX) {
            step *= 2;
            for (int i = 0; i < MAX / 2; i++) {
                kept.set(i, kept.get(2 * i));
            }
            kept.subList(MAX / 2, MAX).clear();
        }
    }

    /** The ticks in chronological order. */
    List<Tick> kept() {
        return List.copyOf(kept);
    }
}
