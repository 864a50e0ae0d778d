package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Derives producer settings that stand for today's from the batches that producers wrote. A log contains the codec, but
 * neither {@code batch.size} nor {@code linger.ms}. Batches larger than the client's default allows reveal
 * {@code batch.size}. The time from a batch's first record to its last reveals {@code linger.ms}: if records arrive at
 * random, the first one opens a window of that length, and the others are spread over it. If the batches reveal neither, the
 * client's defaults are assumed.
 */
public final class SettingsOfLog {
    /** With fewer records after the first one, their times are not conclusive. */
    private static final double MIN_RECORDS_AFTER_FIRST = 0.1;

    /** As a multiple of the default; below, a busy broker may be the reason why batches accumulate records. */
    private static final int CLEARLY_MORE = 2;

    /** A busy broker may let batches accumulate records for this long even without a linger. */
    private static final int MIN_MILLIS = 10;

    /** Above this, timestamps probably reflect events rather than sending. */
    private static final int MAX_MILLIS = 1_000;

    /** Linger values are usually round numbers. */
    private static final int ROUND_TO_MILLIS = 5;

    /** A producer's estimate of the compressed size lets batches exceed {@code batch.size} slightly. */
    private static final double CLEARLY_LARGER = 1.1;

    private SettingsOfLog() {}

    /**
     * Settings that stand for today's, if producers send with the codec that is stored.
     *
     * @param workload whose client determines what {@code batch.size} limits, and the defaults for what the log does
     *     not show
     */
    public static ProducerSettings of(StoredBatches stored, Workload workload) {
        return of(stored, workload, stored.codec());
    }

    /**
     * The same if brokers store another codec than producers send.
     *
     * @param sent codec of the producers
     */
    public static ProducerSettings of(StoredBatches stored, Workload workload, CodecType sent) {
        ProducerSettings defaults = workload.assumedSettings();
        return new ProducerSettings(
                Codec.ofDefaultLevel(stored.codec()),
                batchSize(stored, workload, sent).orElse(defaults.batchSizeBytes()),
                linger(stored, defaults).orElse(defaults.lingerMillis()));
    }

    /**
     * The settings that the batches reveal, as configuration lines, excluding the codec.
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
     * The smallest power of two that batches of this size fit into, if the default is clearly too small for them. A
     * record larger than {@code batch.size} has a batch of its own, so one record is subtracted from a batch. The limit
     * applies to a batch as the producer sends it; for clients other than Java's, to the uncompressed records.
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
     * The linger that the batches reveal, if it is clearly longer than the client's default. Batches that are full
     * before their linger expires show only part of it.
     */
    private static OptionalInt linger(StoredBatches stored, ProducerSettings defaults) {
        double seen = estimate(stored).orElse(0);
        return seen < Math.max(MIN_MILLIS, CLEARLY_MORE * defaults.lingerMillis()) || seen > MAX_MILLIS
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.round(seen / ROUND_TO_MILLIS) * ROUND_TO_MILLIS);
    }

    /**
     * If arrivals are random (Poisson) with a mean of {@code a} records after the first within the linger L, the last
     * one arrives after L (1 - (1 - exp(-a)) / a) on average, counting zero if there is none.
     *
     * @return milliseconds; absent if timestamps or records do not show it
     */
    static OptionalDouble estimate(StoredBatches stored) {
        double after = stored.recordsPerBatch() - 1;
        if (stored.gatheredMillis().isEmpty() || after < MIN_RECORDS_AFTER_FIRST) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(stored.gatheredMillis().getAsDouble() / (1 + Math.expm1(-after) / after));
    }
}
