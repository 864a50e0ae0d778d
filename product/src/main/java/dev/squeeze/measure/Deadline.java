package dev.squeeze.measure;

import java.time.Duration;

/** A point on the monotonic clock, and the user's wish to stop. */
final class Deadline {
    private final long startNanos = System.nanoTime();
    private final long lengthNanos;
    private final SweepListener listener;

    Deadline(Duration length, SweepListener listener) {
        this.lengthNanos = length.toNanos();
        this.listener = listener;
    }

    boolean passed() {
        return listener.stopRequested() || System.nanoTime() - startNanos >= lengthNanos;
    }

    double usedFraction() {
        return Math.min(1, (System.nanoTime() - startNanos) / (double) lengthNanos);
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, lengthNanos - (System.nanoTime() - startNanos)));
    }

    boolean stopRequested() {
        return listener.stopRequested();
    }
}
