package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The producer settings that stand for today's, by the batches that producers wrote. A log holds the codec, but neither {@code
 * batch.size} nor {@code linger.ms}. Batches that are larger than the client's default allows show the one; the time from a
 * batch's first record to its last shows the other: of records that come at random, the first opens a window of that length, and
 * the others are spread over it. Where neither is shown, the client's defaults are assumed.
 */
public final class SettingsOfLog {
    /** With fewer records after the first, their times say too little. */
    private static final double MIN_RECORDS_AFTER_FIRST = 0.1;

    /** As many times the default: below, it may be a busy broker that lets batches gather. */
    private static final int CLEARLY_MORE = 2;

    /** A busy broker lets batches gather for that long where nothing lingers. */
    private static final int MIN_MILLIS = 10;

    /** Beyond, timestamps are rather those of events than of sending. */
    private static final int MAX_MILLIS = 1_000;

    /** People set round numbers. */
    private static final int ROUND_TO_MILLIS = 5;

    /** A producer's guess of what a batch compresses to lets it exceed {@code batch.size} by a little. */
    private static final double CLEARLY_LARGER = 1.1;

    private SettingsOfLog() {}

    /**
     * Settings that stand for today's, of producers that send in the codec that is stored.
     *
     * @param workload whose client decides what {@code batch.size} bounds, and what holds where the log does not show it
     */
    public static ProducerSettings of(StoredBatches stored, Workload workload) {
        return of(stored, workload, stored.codec());
    }

    /**
     * The same where brokers store another codec than producers send.
     *
     * @param sent by producers
     */
    public static ProducerSettings of(StoredBatches stored, Workload workload, CodecType sent) {
        ProducerSettings defaults = workload.assumedSettings();
        return new ProducerSettings(
                Codec.ofDefaultLevel(stored.codec()),
                batchSize(stored, workload, sent).orElse(defaults.batchSizeBytes()),
                linger(stored, defaults).orElse(defaults.lingerMillis()));
    }

    /**
     * What the batches show of those settings, as configuration lines; the codec is not one of them.
     *
     * @param sent codec of the producers
     */
    public static List<String> shown(StoredBatches stored, Workload workload, CodecType sent) {
        List<String> lines = new ArrayList<>();
        batchSize(stored, workload, sent).ifPresent(bytes -> lines.add("batch.size=" + bytes));
        linger(stored, workload.assumedSettings()).ifPresent(millis -> lines.add("linger.ms=" + millis));
        return lines;
    }

    /**
     * The least power of two that batches of this size fit into, where the default is clearly too small for them. A record that is
     * larger than {@code batch.size} has a batch of its own, so a batch counts without one record. What is bounded is a batch as the
     * producer sends it, and of other clients than Java's the uncompressed records.
     */
    private static OptionalInt batchSize(StoredBatches stored, Workload workload, CodecType sent) {
        boolean uncompressed = workload.client() != ClientProfile.JAVA || sent == CodecType.NONE;
        double withoutOne = (1 - 1 / Math.max(1, stored.recordsPerBatch()))
                * stored.recordBytesPerBatch()
                / (uncompressed ? 1 : stored.ratio())
                / CLEARLY_LARGER;
        if (withoutOne <= workload.assumedSettings().batchSizeBytes() || withoutOne > 1 << 30) {
            return OptionalInt.empty();
        }
        int floor = Integer.highestOneBit((int) withoutOne);
        return OptionalInt.of(floor < withoutOne ? 2 * floor : floor);
    }

    /**
     * The linger that the batches show where that is clearly more than the client's default. Batches that are full before their
     * linger is over show a part of it.
     */
    private static OptionalInt linger(StoredBatches stored, ProducerSettings defaults) {
        double seen = estimate(stored).orElse(0);
        return seen < Math.max(MIN_MILLIS, CLEARLY_MORE * defaults.lingerMillis()) || seen > MAX_MILLIS
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
