package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.ByteRate;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps readings from a cluster to a rate, on average since it was made: what came too soon is waited for before more is
 * asked. Several threads may share one, and keep to the rate together.
 */
public final class ReadPace {
    /** The user's Ctrl-C is noticed between two naps. */
    private static final long NAP_MILLIS = 100;

    private final double nanosPerByte;
    private final long startNanos = System.nanoTime();
    private final AtomicLong bytes = new AtomicLong();

    public ReadPace(ByteRate most) {
        nanosPerByte = 1e9 / most.bytesPerSecond();
    }

    /**
     * Returns once as much time has passed as all bytes so far may take.
     *
     * @param meanwhile run between naps; what it throws ends the waiting
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
                throw new SourceException("reading a topic was interrupted before its end: start it again", e);
            }
            left = millisLeft();
        }
    }

    private long millisLeft() {
        return (long) ((bytes.get() * nanosPerByte - (System.nanoTime() - startNanos)) / 1e6);
    }
}
