package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayPlan;

/**
 * What was done in some time, as far as CPU depends on it.
 *
 * @param seconds how long it took
 * @param producers that did it together, an application thread and a network thread each
 * @param wakings of application threads that slept until a record was due
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
        double wakings,
        double requests,
        double fetches,
        double batches,
        double records,
        double recordBytes,
        double storedBytes,
        double partitionsPerFetch,
        double scatteredRecords) {
    /** To send, and to hear the answer. */
    static final int WAKINGS_OF_A_SENDER = 2;

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
    public static double wakingsPerSecond(double recordsPerSecond, double busy) {
        return wakingsPerSecond(recordsPerSecond, busy, 0);
    }

    /**
     * The same from the time that it takes beside waking.
     *
     * @param nanos that a waking takes
     */
    static double wakingsPerSecond(double recordsPerSecond, double busy, double nanos) {
        double most = Math.max(0, 1 - busy) / (ReplayPlan.Arrivals.Even.LEAST_SLEEP_SECONDS + nanos / 1e9);
        return Math.min(recordsPerSecond, most);
    }

    /**
     * As a row whose columns are those of {@link RoleCost#ofColumns}. The third counts what wakes the role's threads, each as
     * one where they rested long before it and as less the shorter they did: their caches are warmer then, and processors sleep
     * less deeply. The tenth counts the partitions of fetches beside the first: a broker looks at all of them for each
     * fetch, and again while the fetch waits; the eleventh counts them by how cold they find it. The twelfth counts batches by how
     * long it is since there was one: what belongs to their partition has left the caches by then. The last are scattered records. Threads of several
     * producers on a machine keep it warm for one another: the wakings of all count.
     */
    public double[] row(CostRole role) {
        double cold = coldShare(wakingsOf(role) / seconds);
        double fetchedPartitions = fetches * Math.max(0, partitionsPerFetch - 1);
        boolean client = role == CostRole.APPLICATION || role == CostRole.SENDER;
        return new double[] {
            client ? producers * seconds : seconds,
            wakings,
            wakingsOf(role) * cold,
            requests,
            fetches,
            batches,
            records,
            recordBytes,
            storedBytes,
            fetchedPartitions,
            fetchedPartitions * cold,
            batches * coldShare(batches / seconds),
            scatteredRecords
        };
    }

    /** How cold a thread is on average that is woken so often in a second: 0 to 1. */
    static double coldShare(double wakingsPerSecond) {
        return wakingsPerSecond > 0 ? -Math.expm1(-1 / (wakingsPerSecond * COOLING_SECONDS)) : 0;
    }

    private double wakingsOf(CostRole role) {
        return switch (role) {
            case APPLICATION -> wakings;
            case SENDER -> WAKINGS_OF_A_SENDER * requests;
            case REQUEST_HANDLER, BROKER_NETWORK -> requests + fetches;
            case CONSUMER -> fetches;
        };
    }
}
