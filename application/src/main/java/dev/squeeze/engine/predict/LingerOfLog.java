package dev.squeeze.engine.predict;

import dev.squeeze.kit.source.StoredBatches;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How long producers let records wait, by the batches that they wrote. A log does not hold {@code linger.ms}, but the time from a
 * batch's first record to its last depends on it: of records that come at random, the first opens a window of that length, and
 * the others are spread over it.
 */
public final class LingerOfLog {
    /** With fewer records after the first, their times say too little. */
    private static final double MIN_RECORDS_AFTER_FIRST = 0.1;

    /** As many times the default: below, it may be a busy broker that lets batches gather. */
    private static final int CLEARLY_MORE = 2;

    /** Beyond, timestamps are rather those of events than of sending. */
    private static final int MAX_MILLIS = 1_000;

    /** People set round numbers. */
    private static final int ROUND_TO_MILLIS = 5;

    private LingerOfLog() {}

    /**
     * The linger that the batches show where that is clearly more than Java's default. Batches that are full before their linger is
     * over show a part of it.
     *
     * @return milliseconds
     */
    public static OptionalInt seen(StoredBatches stored) {
        double seen = estimate(stored).orElse(0);
        return seen < CLEARLY_MORE * ProducerSettings.KAFKA_DEFAULTS.lingerMillis() || seen > MAX_MILLIS
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.round(seen / ROUND_TO_MILLIS) * ROUND_TO_MILLIS);
    }

    /**
     * With arrivals at random (Poisson) and a mean of {@code a} records after the first within the linger L, the last one comes
     * after L (1 - (1 - exp(-a)) / a) on average, zero counted where there is none.
     *
     * @return milliseconds; absent where timestamps or records do not show it
     */
    static OptionalDouble estimate(StoredBatches stored) {
        double after = stored.recordsPerBatch() - 1;
        if (stored.gatheredMillis().isEmpty() || after < MIN_RECORDS_AFTER_FIRST) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(stored.gatheredMillis().getAsDouble() / (1 + Math.expm1(-after) / after));
    }
}
