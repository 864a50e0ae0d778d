package dev.squeeze.kit.kafka;

/**
 * The fetches of one consumer at the tail: each waits at its broker until something is written, takes all that is there,
 * and is followed by the next after a pause and the time that the consumer needs for what it got.
 */
final class TailFetches {
    private final double pauseNanos;
    private final double[] nextNanos;
    private final boolean[] storedBatches;
    /** What a consumer needs for that. */
    private final double[] lyingNanos;

    TailFetches(int brokers, double pauseNanos) {
        this.pauseNanos = pauseNanos;
        this.nextNanos = new double[brokers];
        this.storedBatches = new boolean[brokers];
        this.lyingNanos = new double[brokers];
    }

    /**
     * Something was written; the moments of one broker do not go back.
     *
     * @param consumingNanos that a consumer needs for it
     * @return how many fetches were answered since the last time
     */
    int written(int broker, double atNanos, double consumingNanos) {
        int answered = 0;
        if (storedBatches[broker] && atNanos >= nextNanos[broker]) {
            // It came between two fetches, and the second found it.
            answered++;
            nextNanos[broker] += pauseNanos + lyingNanos[broker];
            storedBatches[broker] = false;
            lyingNanos[broker] = 0;
        }
        if (atNanos >= nextNanos[broker]) {
            answered++;
            nextNanos[broker] = atNanos + pauseNanos + consumingNanos;
        } else {
            storedBatches[broker] = true;
            lyingNanos[broker] += consumingNanos;
        }
        return answered;
    }
}
