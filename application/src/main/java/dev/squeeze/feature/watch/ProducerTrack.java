package dev.squeeze.feature.watch;

import java.util.OptionalDouble;

/** What a producer was seen to send to a topic: enough to notice that it sends in another codec. */
final class ProducerTrack {
    /** So many batches of one codec in a row are how a producer sends, and not one that did not get smaller. */
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

    /** @param joined whether it came after the topic's other producers were known */
    ProducerTrack(boolean joined) {
        this.joined = joined;
    }

    /** Takes a batch; returns whether the producer has settled on another codec than before, or on its first. */
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

    /** That all recent batches are of. */
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

    /** From a batch's first record to its last, mean; absent where brokers set the timestamps. */
    OptionalDouble meanSpanMillis() {
        return spanned == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) spanMillis / spanned);
    }

    long batches() {
        return batches;
    }

    long lastRound() {
        return lastRound;
    }

    /** Halves what depth is taken from, so that it is that of the last hours. */
    void fade() {
        if (batches > 1) {
            records /= 2;
            batches /= 2;
            spanMillis /= 2;
            spanned /= 2;
        }
    }
}
