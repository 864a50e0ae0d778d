package dev.squeeze.engine.measure;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * A time limit for work that also ends when the user requests a stop. On an idle machine it limits elapsed time. If
 * other programs use the CPUs, it is extended until the work has had its CPU time, but by at most a third.
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

    /** @param threads number of threads that work concurrently */
    Deadline(Duration length, int threads, SweepListener listener) {
        this.lengthNanos = length.toNanos();
        this.threads = threads;
        this.listener = listener;
    }

    boolean passed() {
        return listener.stopRequested() || usedNanos() >= lengthNanos;
    }

    /** Like {@link #passed}, for a multiple of the length. */
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
