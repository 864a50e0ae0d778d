package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayPlan;

/**
 * What was done in some time, as far as CPU depends on it.
 *
 * @param seconds how long it took
 * @param producers that did it together, an application thread and a network thread each
 * @param wakeUps of application threads that slept until a record was due
 * @param requests from producers
 * @param fetches of consumers
 * @param batches in the requests
 * @param records in the batches
 * @param recordBytes uncompressed bytes of the records, framing included
 * @param storedBytes of the batches, compressed
 * @param partitionsPerFetch that a consumer asks a broker for at once
 * @param scatteredRecords see {@link #scattered}
 */
public record TrafficCounts(
        double seconds,
        int producers,
        double wakeUps,
        double requests,
        double fetches,
        double batches,
        double records,
        double recordBytes,
        double storedBytes,
        double partitionsPerFetch,
        double scatteredRecords) {
    /** To send, and to hear the answer. */
    static final int SENDER_WAKE_UPS_PER_REQUEST = 2;

    /** After so long a rest most of a thread's warmth is gone; of 1 to 10 ms the one that explains calibrations best. */
    private static final double COOLING_SECONDS = 4e-3;

    /** Of so many that are gathered at once half have left a processor's cache; from what twelve partitions took on one machine. */
    private static final double CACHED_RECORDS = 1_000;

    /**
     * Of some records those that a producer's network thread finds far from one another when it completes their batch. Keys fill
     * the batches of all partitions at the same time, so what the producer keeps of a batch's records (a future, a callback) lies
     * in memory as they came, with those of other batches between. Where there are many, they have left the cache by then, and
     * what is not next to one another is not fetched ahead.
     *
     * @param recordsPerBatch on average
     * @param openBatches that are filled at the same time
     */
    public static double scattered(double records, double recordsPerBatch, double openBatches) {
        double atOnce = openBatches * recordsPerBatch;
        return openBatches <= 1 ? 0 : records * (1 - 1 / openBatches) * atOnce / (atOnce + CACHED_RECORDS);
    }

    /**
     * How often the application thread of one producer sleeps in a second at a rate.
     *
     * @param busy share of the time in which it does not
     */
    public static double wakeUpsPerSecond(double recordsPerSecond, double busy) {
        return wakeUpsPerSecond(recordsPerSecond, busy, 0);
    }

    /**
     * The same where a wake-up itself takes time that {@code busy} does not contain.
     *
     * @param nanos of a wake-up
     */
    static double wakeUpsPerSecond(double recordsPerSecond, double busy, double nanos) {
        double max = Math.max(0, 1 - busy) / (ReplayPlan.Arrivals.Even.MIN_SLEEP_SECONDS + nanos / 1e9);
        return Math.min(recordsPerSecond, max);
    }

    /** Seconds that the role's threads exist: a client's count for each producer. */
    double threadSeconds(CostRole role) {
        return role == CostRole.APPLICATION || role == CostRole.SENDER ? producers * seconds : seconds;
    }

    /**
     * What wakes the role's threads: 1 for each wake-up after a long rest, less the shorter the rest was. Threads of several
     * producers on a machine keep it warm for one another: the wake-ups of all of them count.
     */
    double coldWakeUps(CostRole role) {
        return wakeUpsOf(role) * coldShare(wakeUpsOf(role) / seconds);
    }

    /** Partitions of fetches after the first of each. */
    double fetchedPartitions() {
        return fetches * Math.max(0, partitionsPerFetch - 1);
    }

    /** The same, each by how cold the role's threads are. */
    double coldPartitions(CostRole role) {
        return fetchedPartitions() * coldShare(wakeUpsOf(role) / seconds);
    }

    /** Batches, each by how long ago the last one was. */
    double coldBatches() {
        return batches * coldShare(batches / seconds);
    }

    /** How cold a thread is on average that is woken so often in a second: 0 to 1. */
    static double coldShare(double wakeUpsPerSecond) {
        return wakeUpsPerSecond > 0 ? -Math.expm1(-1 / (wakeUpsPerSecond * COOLING_SECONDS)) : 0;
    }

    private double wakeUpsOf(CostRole role) {
        return switch (role) {
            case APPLICATION -> wakeUps;
            case SENDER -> SENDER_WAKE_UPS_PER_REQUEST * requests;
            case REQUEST_HANDLER, BROKER_NETWORK -> requests + fetches;
            case CONSUMER -> fetches;
        };
    }
}
