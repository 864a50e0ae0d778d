package dev.squeeze.feature.watch;

import java.util.OptionalDouble;

/** What is known of a producer's batches in a topic: enough to detect that it changes its codec. */
final class ProducerTrack {
    /**
     * This many consecutive batches with one codec show a producer's setting; a single one may be a batch that
     * compression did not make smaller.
     */
    static final int SETTLED = 3;

    private int codec;
    private int inARow;
    private int settledCodec = -1;
    private long records;
    private long batches;
    private long lastRound;
    private long spanMillis;
    private long spanned;
    private final boolean joined;

    /** @param joined whether it appeared after the topic's other producers were known */
    ProducerTrack(boolean joined) {
        this.joined = joined;
    }

    /** Records a batch; returns whether the producer has settled on its first codec, or on another one than before. */
    boolean sees(SeenBatch batch, long round) {
        inARow = batches > 0 && codec == batch.codecId() ? inARow + 1 : 1;
        codec = batch.codecId();
        records += batch.records();
        batches++;
        if (batch.spanMillis() >= 0) {
            spanMillis += batch.spanMillis();
            spanned++;
        }
        lastRound = round;
        return inARow >= SETTLED && settledCodec != codec;
    }

    boolean isSettled() {
        return settledCodec >= 0;
    }

    int settledCodec() {
        return settledCodec;
    }

    /** The codec of the latest batches. */
    int codec() {
        return codec;
    }

    void settle() {
        settledCodec = codec;
    }

    double recordsPerBatch() {
        return (double) records / Math.max(1, batches);
    }

    boolean joined() {
        return joined;
    }

    /** Mean time from a batch's first record to its last; absent if brokers set the timestamps. */
    OptionalDouble meanSpanMillis() {
        return spanned == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) spanMillis / spanned);
    }

    long batches() {
        return batches;
    }

    long lastRound() {
        return lastRound;
    }

    /** Halves the sums that records per batch are computed from, so that recent hours dominate. */
    void fade() {
        if (batches > 1) {
            records /= 2;
            batches /= 2;
            spanMillis /= 2;
            spanned /= 2;
        }
    }
}
