package dev.squeeze.engine.measure;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * A stretch of time for work, and the user's wish to stop. On an idle machine it is wall time. Where other programs take
 * the processor, it lasts until the work has had its CPU time, but at most a third longer.
 */
final class Deadline {
    private static final double MAX_EXTENSION = 1.35;

    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long startNanos = System.nanoTime();
    private final long startCpuNanos = SYSTEM.getProcessCpuTime();
    private final long lengthNanos;
    private final int threads;
    private final SweepListener listener;

    /** @param threads how many threads work at once */
    Deadline(Duration length, int threads, SweepListener listener) {
        this.lengthNanos = length.toNanos();
        this.threads = threads;
        this.listener = listener;
    }

    boolean passed() {
        return listener.stopRequested() || usedNanos() >= lengthNanos;
    }

    /** As {@link #passed}, with so many times the length. */
    boolean passedBy(double factor) {
        return listener.stopRequested() || usedNanos() >= factor * lengthNanos;
    }

    double usedFraction() {
        return Math.min(1, usedNanos() / (double) lengthNanos);
    }

    Duration used() {
        return Duration.ofNanos(usedNanos());
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, lengthNanos - usedNanos()));
    }

    boolean stopRequested() {
        return listener.stopRequested();
    }

    private long usedNanos() {
        long wall = System.nanoTime() - startNanos;
        long cpu = (SYSTEM.getProcessCpuTime() - startCpuNanos) / threads;
        return Math.max((long) (wall / MAX_EXTENSION), Math.min(wall, cpu));
    }
}
