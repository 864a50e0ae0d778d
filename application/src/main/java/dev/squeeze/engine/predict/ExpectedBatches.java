package dev.squeeze.engine.predict;

/**
 * About what will form with some settings, for how much to simulate.
 *
 * @param fullBytes uncompressed bytes of a full batch
 * @param gathering records that a producer gathers meanwhile
 * @param bytes uncompressed bytes of a batch
 * @param records of it
 * @param open partitions that gather at the same time where keys scatter records
 */
record ExpectedBatches(double fullBytes, double gathering, double bytes, double records, double open) {
    /**
     * Of one producer.
     *
     * @param fullBytes uncompressed bytes of a full batch
     * @param lingering records that come within its linger at the mean rate
     * @param atOnce whether records come in the workload's pattern or bursts, not as fast as they are taken
     */
    static ExpectedBatches of(
            double fullBytes,
            double lingering,
            boolean atOnce,
            Workload workload,
            Surroundings surroundings,
            GatheringPartitions partitions) {
        int every = surroundings.every(workload);
        double perBurst = atOnce ? surroundings.recordsPerBurst().orElse(0) : 0;
        double seen = atOnce ? seen(lingering, every, surroundings) : lingering;
        double gathering = Math.max(seen, perBurst / every);
        double together = workload.scatters() ? gathering / partitions.of(gathering) : gathering;
        double bytes = Math.min(fullBytes, workload.recordBytes() * Math.max(1, together));
        // Keys fill a batch for each partition at the same time, as far as their records come while one lingers.
        return new ExpectedBatches(fullBytes, gathering, bytes, bytes / workload.recordBytes(), Math.max(1, lingering));
    }

    /** Records of one of several producers that come within its linger, as those that come see it. */
    private static double seen(double lingering, int producers, Surroundings surroundings) {
        return surroundings
                .pattern()
                .map(pattern -> Math.max(lingering, pattern.recordsWithin(lingering * producers) / producers))
                .orElse(lingering);
    }

    /** Whether batches are full before their linger is over. */
    boolean areFull() {
        return bytes >= fullBytes;
    }
}
