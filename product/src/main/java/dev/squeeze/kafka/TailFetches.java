package dev.squeeze.kafka;

/**
 * The fetches of one consumer at the tail: each waits at its broker until something is written, takes all that is there,
 * and is followed by the next after a pause.
 */
final class TailFetches {
    private final double pauseNanos;
    private final double[] nextNanos;
    private final boolean[] lyingThere;

    TailFetches(int brokers, double pauseNanos) {
        this.pauseNanos = pauseNanos;
        this.nextNanos = new double[brokers];
        this.lyingThere = new boolean[brokers];
    }

    /**
     * Something was written; the moments of one broker do not go back.
     *
     * @return how many fetches were answered since the last time
     */
    int written(int broker, double atNanos) {
        int answered = 0;
        if (lyingThere[broker] && atNanos >= nextNanos[broker]) {
            // It came between two fetches, and the second found it.
            answered++;
            nextNanos[broker] += pauseNanos;
            lyingThere[broker] = false;
        }
        if (atNanos >= nextNanos[broker]) {
            answered++;
            nextNanos[broker] = atNanos + pauseNanos;
        } else {
            lyingThere[broker] = true;
        }
        return answered;
    }
}
