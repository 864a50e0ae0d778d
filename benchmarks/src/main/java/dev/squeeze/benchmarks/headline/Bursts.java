package dev.squeeze.benchmarks.headline;

import java.util.Random;

/**
 * Timestamps of records that arrive in bursts: four times as fast as on average, then nothing, about twice a second.
 */
final class Bursts {
    private static final double TIMES_AS_FAST = 4;
    private static final double MEAN_SECONDS_BETWEEN = 0.5;
    /** The timestamps are from a period with less traffic: their users have to scale them. */
    private static final double TIMES_AS_SLOW = 4;

    private static final long FIRST_MILLIS = 1_700_000_000_000L;

    private Bursts() {}

    /**
     * Milliseconds since the epoch, ascending.
     *
     * @param recordsPerSecond rate at which the records are sent; the timestamps have a quarter of it
     */
    static long[] timestamps(int count, long recordsPerSecond, Random random) {
        long[] millis = new long[count];
        double seconds = 0;
        int next = 0;
        while (next < count) {
            int burst = 1 + (int) (-Math.log1p(-random.nextDouble()) * recordsPerSecond * MEAN_SECONDS_BETWEEN);
            double burstSeconds = burst / (recordsPerSecond * TIMES_AS_FAST);
            for (int i = 0; i < burst && next < count; i++) {
                double at = seconds + burstSeconds * i / burst;
                millis[next++] = FIRST_MILLIS + Math.round(at * TIMES_AS_SLOW * 1_000);
            }
            seconds += burstSeconds * TIMES_AS_FAST;
        }
        return millis;
    }
}
