package dev.squeeze.kit.kafka;

/**
 * The fetches of one consumer at the tail of the log: each waits at its broker until something is written and returns all available
 * data. The next fetch follows after a pause and the time the consumer needs for the data.
 */
final class TailFetches {
    private final double pauseNanos;
    private final double[] nextNanos;
    private final boolean[] storedBatches;
    /** The time a consumer needs for the stored batches. */
    private final double[] pendingNanos;

    TailFetches(int brokers, double pauseNanos) {
        this.pauseNanos = pauseNanos;
        this.nextNanos = new double[brokers];
        this.storedBatches = new boolean[brokers];
        this.pendingNanos = new double[brokers];
    }

    /**
     * Called when batches were written; the times of one broker must not decrease.
     *
     * @param consumingNanos the time a consumer needs for them
     * @return how many fetches were answered since the last call
     */
    int written(int broker, double atNanos, double consumingNanos) {
        int answered = 0;
        if (storedBatches[broker] && atNanos >= nextNanos[broker]) {
            // Earlier batches were written between two fetches and returned by the second one.
            answered++;
            nextNanos[broker] += pauseNanos + pendingNanos[broker];
            storedBatches[broker] = false;
            pendingNanos[broker] = 0;
        }
        if (atNanos >= nextNanos[broker]) {
            answered++;
            nextNanos[broker] = atNanos + pauseNanos + consumingNanos;
        } else {
            storedBatches[broker] = true;
            pendingNanos[broker] += consumingNanos;
        }
        return answered;
    }
}
