package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.RecordFormatV2;

/**
 * From a workload and a batch to bytes, cores and money. The formulas:
 *
 * <ul>
 *   <li>wire bytes/s C = records/s x (record bytes + 61 / records per batch) / ratio
 *   <li>cross-zone GB = C x month x (f_p + (RF - 1) + groups x f_c), where producers and consumers meet a leader in
 *       another zone with f = (Z - 1) / Z, and consumers that fetch from followers with max(0, 1 - RF / Z)
 *   <li>disk GB = C x retention x RF, paid for at the utilisation of disks
 *   <li>cores = uncompressed bytes/s x CPU per byte: compression once at the producers, decompression once at the leader
 *       and once for each consumer group
 * </ul>
 *
 * @param workload the traffic
 * @param prices the price list
 */
public record CostModel(Workload workload, Prices prices) {
    static final double SECONDS_PER_MONTH = 730 * 3600.0;
    private static final double GIGA = 1e9;

    /** Estimates the resources of batches with the given fill, ratio and CPU costs of the codec. */
    public ResourceEstimate estimate(
            BatchFill fill, double ratio, double compressNanosPerByte, double decompressNanosPerByte) {
        return estimate(fill, ratio, compressNanosPerByte, decompressNanosPerByte, decompressNanosPerByte);
    }

    /** Estimates the resources of batches with the given fill, ratio and CPU nanoseconds for each uncompressed byte. */
    public ResourceEstimate estimate(
            BatchFill fill,
            double ratio,
            double producerNanosPerByte,
            double brokerNanosPerByte,
            double consumerNanosPerByte) {
        double uncompressed = workload.uncompressedBytesPerSecond();
        double batched =
                uncompressed + RecordFormatV2.BATCH_HEADER_BYTES * workload.recordsPerSecond() / fill.recordsPerBatch();
        double wire = batched / ratio;
        double billed = prices.billedOn() == Prices.BilledOn.UNCOMPRESSED ? uncompressed : wire;
        double wireGb = wire * SECONDS_PER_MONTH / GIGA;
        double billedGb = billed * SECONDS_PER_MONTH / GIGA;
        double crossings = zoneCrossings();
        double diskGb = wire * workload.retention().toMillis() / 1000.0 * workload.replicationFactor() / GIGA;
        double billedDiskGb = diskGb * billed / wire;
        double producerCores = uncompressed * producerNanosPerByte / GIGA;
        double brokerCores = uncompressed * brokerNanosPerByte / GIGA;
        double consumerCores = workload.consumerGroups() * uncompressed * consumerNanosPerByte / GIGA;
        double cores = producerCores + brokerCores + consumerCores;
        return new ResourceEstimate(
                wire,
                wireGb,
                wireGb * crossings,
                diskGb,
                producerCores,
                brokerCores,
                consumerCores,
                prices.zoneTransferPerGb() * billedGb * crossings,
                prices.diskPerGbMonth() * billedDiskGb / prices.diskUtilisation(),
                cores / prices.cpuUtilisation() * prices.vcpuPerHour() * 730);
    }

    /** How often a produced byte goes from one zone to another. */
    double zoneCrossings() {
        double zones = workload.zones();
        if (zones == 1) {
            return 0;
        }
        double toLeader = (zones - 1) / zones;
        double toConsumer =
                prices.followerFetching() ? Math.max(0, 1 - workload.replicationFactor() / zones) : toLeader;
        return toLeader + (workload.replicationFactor() - 1) + workload.consumerGroups() * toConsumer;
    }
}
