package dev.squeeze.kit.kafka;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The time until which a call waits. */
record Deadline(long atNanos) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    boolean isPast() {
        return remainingMillis() <= 0;
    }

    /** Rounded up, so that it is never zero before the deadline. */
    long remainingMillis() {
        long nanos = atNanos - System.nanoTime();
        return nanos <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
    }

    Deadline earlierBy(Duration time) {
        return new Deadline(atNanos - time.toNanos());
    }

    /** A deadline for the next of several attempts, each of which gets an equal share of the remaining time. */
    Deadline share(int triesLeft) {
        return new Deadline(System.nanoTime() + (atNanos - System.nanoTime()) / Math.max(1, triesLeft));
    }
}
