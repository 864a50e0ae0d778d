package dev.squeeze.engine.load;

/**
 * Progress of a load.
 *
 * @param sent records handed over for sending
 * @param acknowledged records acknowledged by the broker
 * @param acknowledgedBytes size of their keys and values
 * @param refused records that a broker or the producer refused; records that timed out are not included, except with
 *     drivers of other clients, which count every record that the library gave up
 * @param bufferFull records that found the producer's buffer full, if that does not count as failure
 */
record LoadProgress(long sent, long acknowledged, long acknowledgedBytes, long refused, long bufferFull) {
    static final LoadProgress NONE = new LoadProgress(0, 0, 0, 0, 0);

    private static final double TOLERANCE = 0.05;

    /** Whether about as many records were answered as were handed over. */
    boolean isBalanced() {
        long answered = acknowledged + refused + bufferFull;
        return Math.abs(sent - answered) <= TOLERANCE * sent;
    }

    LoadProgress plus(LoadProgress other) {
        return new LoadProgress(
                sent + other.sent,
                acknowledged + other.acknowledged,
                acknowledgedBytes + other.acknowledgedBytes,
                refused + other.refused,
                bufferFull + other.bufferFull);
    }

    LoadProgress minus(LoadProgress earlier) {
        return new LoadProgress(
                sent - earlier.sent,
                acknowledged - earlier.acknowledged,
                acknowledgedBytes - earlier.acknowledgedBytes,
                refused - earlier.refused,
                bufferFull - earlier.bufferFull);
    }
}
