package dev.squeeze.kit.kafka;

/**
 * Tells when a new producer's guess of the ratio has come down. It begins with the guess that nothing is compressed, and
 * improves it by 0.005 a batch as long as its batches stay small. Where a full batch takes others along that hold a record
 * or two, the guess stays up for good: whoever begins with a low one finds batches that no producer ever reaches.
 */
final class GuessSettling {
    private static final double MIN_IMPROVEMENT = 0.002;
    private static final int BATCHES_WITHOUT_IMPROVEMENT = 40;
    /** Where the guess comes down in larger steps than Kafka's. */
    private static final int BATCHES_WHERE_HASTENED = 20;
    /** Of a producer that has nothing to guess: until its first batches are out of the way. */
    private static final int FIRST_BATCHES = 8;

    private final int batchesWithoutImprovement;
    private long bytesLeft;
    private float lowestGuess = Float.MAX_VALUE;
    private int batchesSinceLowest;
    private double settledNanos = Double.MAX_VALUE;

    /**
     * @param maxBytes of records that are waited for, uncompressed
     * @param guessing what the guess does
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
        /** In larger steps. */
        HASTENED,
        /** Without a codec. */
        NOT_AT_ALL
    }

    /**
     * Takes a batch that leaves.
     *
     * @param guess that the producer has then
     * @param recordBytes of the batch, uncompressed
     * @param firstDueNanos when its first record was due
     * @return whether this one and those after it were begun with a guess that stays
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
        // What has queued in the buffer was begun with an older guess.
        return firstDueNanos >= settledNanos || bytesLeft <= 0;
    }
}
