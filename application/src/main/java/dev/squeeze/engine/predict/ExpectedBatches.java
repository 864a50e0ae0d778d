package dev.squeeze.engine.predict;

/**
 * Rough estimate of the batches that some settings will form, used to decide how much to simulate.
 *
 * @param fullBytes uncompressed bytes of a full batch
 * @param gathering records that a producer accumulates during the linger
 * @param bytes uncompressed bytes of a batch
 * @param records records in a batch
 * @param open partitions with an open batch at the same time, if keys scatter the records
 */
record ExpectedBatches(double fullBytes, double gathering, double bytes, double records, double open) {
    /**
     * The estimate for one producer.
     *
     * @param fullBytes uncompressed bytes of a full batch
     * @param lingering records that arrive within its linger at the mean rate
     * @param atOnce whether records arrive in the workload's pattern or bursts rather than as fast as they are accepted
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
        // Keys fill a batch for each partition at the same time, as far as records arrive for it during a linger.
        return new ExpectedBatches(fullBytes, gathering, bytes, bytes / workload.recordBytes(), Math.max(1, lingering));
    }

    /** Records of one of several producers that arrive within its linger, as seen by an arriving record. */
    private static double seen(double lingering, int producers, Surroundings surroundings) {
        return surroundings
                .pattern()
                .map(pattern -> Math.max(lingering, pattern.recordsWithin(lingering * producers) / producers))
                .orElse(lingering);
    }

    /** Whether batches fill up before their linger expires. */
    boolean areFull() {
        return bytes >= fullBytes;
    }
}
