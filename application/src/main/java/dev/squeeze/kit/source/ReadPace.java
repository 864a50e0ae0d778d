package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.ByteRate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the rate of reading from a cluster, on average since this object was created: waits before the next fetch if
 * data arrived too fast. Thread-safe: threads that share an instance share its rate.
 */
public final class ReadPace {
    /** The user's Ctrl-C is noticed after each sleep. */
    private static final long NAP_MILLIS = 100;

    private final double nanosPerByte;
    private final long startNanos = System.nanoTime();
    private final AtomicLong bytes = new AtomicLong();

    public ReadPace(ByteRate most) {
        nanosPerByte = 1e9 / most.bytesPerSecond();
    }

    /**
     * Waits until all bytes so far are within the rate.
     *
     * @param meanwhile called between sleeps; an exception from it ends the waiting
     */
    public void after(long moreBytes, Runnable meanwhile) {
        bytes.addAndGet(moreBytes);
        long left = millisLeft();
        while (left > 0) {
            meanwhile.run();
            try {
                TimeUnit.MILLISECONDS.sleep(Math.min(NAP_MILLIS, left));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SourceException("reading a topic was interrupted: run the command again", e);
            }
            left = millisLeft();
        }
    }

    private long millisLeft() {
        return (long) ((bytes.get() * nanosPerByte - (System.nanoTime() - startNanos)) / 1e6);
    }
}
