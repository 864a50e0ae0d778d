package dev.squeeze.engine.workers;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/** The latest round trips to one process; old ones are dropped because clocks drift. Not thread-safe. */
final class ClockSamples {
    static final int ENOUGH = 8;
    private static final int MAX = 30;

    private final Deque<ClockOffset> samples = new ArrayDeque<>();

    void add(ClockOffset sample) {
        if (samples.size() == MAX) {
            samples.removeFirst();
        }
        samples.addLast(sample);
    }

    boolean areEnough() {
        return samples.size() >= ENOUGH;
    }

    /** The fastest round trip; empty before the first. */
    Optional<ClockOffset> best() {
        return samples.stream()
                .min(Comparator.comparingLong(ClockOffset::errorNanos))
                .map(best -> best.of(samples.size()));
    }
}
