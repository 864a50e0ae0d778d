package dev.squeeze.feature.copy;

import java.time.Duration;

/**
 * How many bytes to transfer at a time, so that a transfer takes about a given time on any network. It grows by
 * steps while transfers are faster, and shrinks to what the network carries when a transfer was slower or failed: a request that
 * cannot be answered within the time limit would fail each time it is tried again.
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

    /** Learns from a transfer that succeeded. */
    void took(long transferredBytes, long nanos) {
        double fitting = (double) transferredBytes * targetNanos / Math.max(1, nanos);
        if (nanos > targetNanos) {
            bytes = Math.max(minBytes, (long) Math.min(bytes, fitting));
        } else if (2 * transferredBytes >= bytes) {
            // Less than that says more about what there was to transfer than about the network.
            bytes = Math.max(bytes, (long) Math.min(maxBytes, Math.min((double) MAX_GROWTH * bytes, fitting)));
        }
    }

    /** Learns from a transfer that failed. */
    void failed() {
        bytes = Math.max(minBytes, bytes / MAX_GROWTH);
    }
}
