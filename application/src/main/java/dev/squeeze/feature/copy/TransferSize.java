package dev.squeeze.feature.copy;

import java.time.Duration;

/**
 * How many bytes to transfer at a time, so that a transfer takes about a given time on any network. The size grows step
 * by step while transfers are faster, and shrinks to what the network can carry when a transfer was slower or failed: a
 * request that cannot be completed within the time limit would otherwise fail at every retry.
 */
final class TransferSize {
    private static final int MAX_GROWTH = 4;

    private final long minBytes;
    private final long maxBytes;
    private final long targetNanos;
    private long bytes;

    TransferSize(long minBytes, long firstBytes, long maxBytes, Duration target) {
        if (minBytes < 1 || firstBytes < minBytes || maxBytes < firstBytes || target.toNanos() < 1) {
            throw new IllegalArgumentException("sizes must be positive and in order, got " + minBytes + ", "
                    + firstBytes + " and " + maxBytes + " bytes in " + target);
        }
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
        this.targetNanos = target.toNanos();
        this.bytes = firstBytes;
    }

    long bytes() {
        return bytes;
    }

    /** Adapts the size after a transfer that succeeded. */
    void took(long transferredBytes, long nanos) {
        double fitting = (double) transferredBytes * targetNanos / Math.max(1, nanos);
        if (nanos > targetNanos) {
            bytes = Math.max(minBytes, (long) Math.min(bytes, fitting));
        } else if (2 * transferredBytes >= bytes) {
            // Smaller transfers depend more on the available data than on the network.
            bytes = Math.max(bytes, (long) Math.min(maxBytes, Math.min((double) MAX_GROWTH * bytes, fitting)));
        }
    }

    /** Reduces the size after a transfer that failed. */
    void failed() {
        bytes = Math.max(minBytes, bytes / MAX_GROWTH);
    }
}
