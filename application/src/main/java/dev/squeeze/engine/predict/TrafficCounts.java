package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayPlan;

/**
 * The work done in a period, as far as CPU time depends on it.
 *
 * @param seconds duration of the period
 * @param producers number of producers, each with an application thread and a network thread
 * @param wakeUps of application threads that slept until a record was due
 * @param requests from producers
 * @param fetches of consumers
 * @param batches in the requests
 * @param records in the batches
 * @param recordBytes uncompressed bytes of the records, framing included
 * @param storedBytes of the batches, compressed
 * @param partitionsPerFetch number of partitions in a consumer's fetch from one broker
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
    /** One to send and one to receive the response. */
    static final int SENDER_WAKE_UPS_PER_REQUEST = 2;

    /**
     * Time after which a thread's caches have mostly gone cold; of the values from 1 to 10 ms, the one that explains
     * calibrations best.
     */
    private static final double COOLING_SECONDS = 4e-3;

    /**
     * With this many records in open batches, half of them have left the CPU's cache; derived from the cost of twelve
     * partitions on one machine.
     */
    private static final double CACHED_RECORDS = 1_000;

    /**
     * The number of records that a producer's network thread finds far apart in memory when it completes their batch.
     * Keys fill the batches of all partitions at the same time, so the per-record state of a batch (a future, a
     * callback) is in memory in order of arrival, interleaved with that of other batches. If there are many records,
     * that state has left the cache by then, and data that is not adjacent is not prefetched.
     *
     * @param recordsPerBatch mean number of records in a batch
     * @param openBatches number of batches that are filled at the same time
     */
    public static double scattered(double records, double recordsPerBatch, double openBatches) {
        double atOnce = openBatches * recordsPerBatch;
        return openBatches <= 1 ? 0 : records * (1 - 1 / openBatches) * atOnce / (atOnce + CACHED_RECORDS);
    }

    /**
     * How often per second the application thread of one producer sleeps at a given rate.
     *
     * @param busy share of the time in which it does not sleep
     */
    public static double wakeUpsPerSecond(double recordsPerSecond, double busy) {
        return wakeUpsPerSecond(recordsPerSecond, busy, 0);
    }

    /**
     * The same if a wake-up itself takes time that {@code busy} does not include.
     *
     * @param nanos time of a wake-up
     */
    static double wakeUpsPerSecond(double recordsPerSecond, double busy, double nanos) {
        double max = Math.max(0, 1 - busy) / (ReplayPlan.Arrivals.Even.MIN_SLEEP_SECONDS + nanos / 1e9);
        return Math.min(recordsPerSecond, max);
    }

    /** Total lifetime of the role's threads in seconds; for a client's roles, summed over producers. */
    double threadSeconds(CostRole role) {
        return role == CostRole.APPLICATION || role == CostRole.SENDER ? producers * seconds : seconds;
    }

    /**
     * Wake-ups of the role's threads, weighted by how cold they are: a wake-up after a long idle period counts as 1,
     * and less the shorter the period was. Threads of several producers on one machine keep it warm for each other, so
     * the wake-ups of all of them count.
     */
    double coldWakeUps(CostRole role) {
        return wakeUpsOf(role) * coldShare(wakeUpsOf(role) / seconds);
    }

    /** Partitions of all fetches, not counting the first of each fetch. */
    double fetchedPartitions() {
        return fetches * Math.max(0, partitionsPerFetch - 1);
    }

    /** The same, weighted by how cold the role's threads are. */
    double coldPartitions(CostRole role) {
        return fetchedPartitions() * coldShare(wakeUpsOf(role) / seconds);
    }

    /** Batches, weighted by the time since the previous one. */
    double coldBatches() {
        return batches * coldShare(batches / seconds);
    }

    /** How cold a thread is on average if it is woken this often: 0 to 1. */
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
