package dev.squeeze.model;

/**
 * What was done in some time, as far as CPU depends on it.
 *
 * @param seconds how long it took
 * @param wakings of application threads that slept until a record was due
 * @param requests from producers
 * @param fetches of consumers
 * @param batches in the requests
 * @param records in the batches
 * @param recordBytes uncompressed bytes of the records, framing included
 * @param storedBytes of the batches, compressed
 */
public record TrafficCounts(
        double seconds,
        double wakings,
        double requests,
        double fetches,
        double batches,
        double records,
        double recordBytes,
        double storedBytes) {
    /** A pacer sleeps no shorter than this, and Linux lets it lie for 50 us more. */
    private static final double LEAST_SLEEP_SECONDS = 150e-6;

    /** How often the application thread of one producer sleeps in a second at a rate, by itself. */
    public static double wakingsPerSecond(double recordsPerSecond) {
        return Math.min(recordsPerSecond, 1 / LEAST_SLEEP_SECONDS);
    }

    /**
     * As a row whose columns are those of {@link RoleCost#ofColumns}. The third is the geometric mean of the seconds and of what
     * wakes the role's threads: ten times as many wakings in a second cost some three times as much, since caches are warmer and
     * processors sleep less deeply.
     */
    public double[] row(CostRole role) {
        return new double[] {
            seconds,
            wakings,
            Math.sqrt(seconds * wakingsOf(role)),
            requests,
            fetches,
            batches,
            records,
            recordBytes,
            storedBytes
        };
    }

    private double wakingsOf(CostRole role) {
        return switch (role) {
            case APPLICATION -> wakings;
            case SENDER -> requests;
            case REQUEST_HANDLER, BROKER_NETWORK -> requests + fetches;
            case CONSUMER -> fetches;
        };
    }
}
