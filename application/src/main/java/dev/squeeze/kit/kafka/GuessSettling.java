package dev.squeeze.kit.kafka;

/**
 * Detects when a new producer's guess of the compression ratio has settled. It starts at 1 (nothing is compressed) and decreases by
 * 0.005 per batch as long as batches compress better. If a request with a full batch also carries batches of one or two records,
 * the guess remains high: a simulation that starts from a low guess would produce batches that no real producer ever reaches.
 */
final class GuessSettling {
    private static final double MIN_IMPROVEMENT = 0.002;
    private static final int BATCHES_WITHOUT_IMPROVEMENT = 40;
    /** The same if the guess decreases in larger steps than Kafka's. */
    private static final int BATCHES_WHERE_HASTENED = 20;
    /** For a producer that does not guess: ignores its first batches. */
    private static final int FIRST_BATCHES = 8;

    private final int batchesWithoutImprovement;
    private long bytesLeft;
    private float lowestGuess = Float.MAX_VALUE;
    private int batchesSinceLowest;
    private double settledNanos = Double.MAX_VALUE;

    /**
     * @param maxBytes stop waiting after records of this many uncompressed bytes
     * @param guessing how the guess changes
     */
    GuessSettling(long maxBytes, Guessing guessing) {
        this.bytesLeft = maxBytes;
        this.batchesWithoutImprovement = switch (guessing) {
            case AS_KAFKA -> BATCHES_WITHOUT_IMPROVEMENT;
            case HASTENED -> BATCHES_WHERE_HASTENED;
            case NOT_AT_ALL -> FIRST_BATCHES;
        };
    }

    /** How a producer guesses the ratio. */
    enum Guessing {
        AS_KAFKA,
        /** Decreases in larger steps. */
        HASTENED,
        /** Without a codec. */
        NOT_AT_ALL
    }

    /**
     * Observes a batch that is sent.
     *
     * @param guess the producer's guess at that time
     * @param recordBytes of the batch, uncompressed
     * @param firstDueNanos when its first record was due
     * @return whether this batch and later ones were opened with a settled guess
     */
    boolean isOver(float guess, long recordBytes, double firstDueNanos, double nowNanos) {
        batchesSinceLowest++;
        if (guess < lowestGuess - MIN_IMPROVEMENT) {
            lowestGuess = guess;
            batchesSinceLowest = 0;
        }
        bytesLeft -= recordBytes;
        if (batchesSinceLowest >= batchesWithoutImprovement) {
            settledNanos = Math.min(settledNanos, nowNanos);
        }
        // Batches queued in the buffer were opened with an older guess.
        return firstDueNanos >= settledNanos || bytesLeft <= 0;
    }
}
