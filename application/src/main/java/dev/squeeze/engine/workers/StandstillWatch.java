package dev.squeeze.engine.workers;

import dev.squeeze.kit.environment.DaemonThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Detects pauses of this process: a thread that should wake up every 20 ms measures how late it is. */
final class StandstillWatch implements AutoCloseable {
    private static final long TICK_MILLIS = 20;
    /** Pauses by the scheduler and the garbage collector of an ordinary machine are shorter than this. */
    private static final long NOTED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MAX_GAPS = 1_000;

    private final Deque<Gap> gaps = new ArrayDeque<>();
    private final Thread thread;
    private volatile boolean closed;

    private record Gap(long endNanos, long nanos) {}

    StandstillWatch() {
        thread = DaemonThreads.start(this::watch, "squeeze-standstill");
    }

    private void watch() {
        long last = System.nanoTime();
        try {
            while (!closed) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                long now = System.nanoTime();
                if (now - last > NOTED_NANOS) {
                    note(new Gap(now, now - last));
                }
                last = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void note(Gap gap) {
        if (gaps.size() == MAX_GAPS) {
            gaps.removeFirst();
        }
        gaps.addLast(gap);
    }

    /** Longest pause that ended after the given time; 0 if there was none above the threshold. */
    synchronized long longestSince(long nanos) {
        return gaps.stream()
                .filter(gap -> gap.endNanos - nanos > 0)
                .mapToLong(Gap::nanos)
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
