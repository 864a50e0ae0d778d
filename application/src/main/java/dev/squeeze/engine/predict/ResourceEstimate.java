package dev.squeeze.engine.predict;

/**
 * What a topic uses with certain settings.
 *
 * @param wireBytesPerSecond from the producers to the leaders; replication and each consumer group carry the same again
 * @param wireGigabytesPerMonth the same over a month, decimal
 * @param crossZoneGigabytesPerMonth billed traffic between zones, decimal
 * @param diskGigabytes on all replicas over the retention, decimal
 * @param producerCores busy cores of all producers for building and compressing batches
 * @param brokerCores busy cores of the leaders for validating them
 * @param consumerCores busy cores of all consumer groups for reading them
 * @param zoneMoney a month's money for traffic between zones
 * @param diskMoney a month's money for disks
 * @param cpuMoney a month's money for cores
 */
public record ResourceEstimate(
        double wireBytesPerSecond,
        double wireGigabytesPerMonth,
        double crossZoneGigabytesPerMonth,
        double diskGigabytes,
        double producerCores,
        double brokerCores,
        double consumerCores,
        double zoneMoney,
        double diskMoney,
        double cpuMoney) {

    public double cores() {
        return producerCores + brokerCores + consumerCores;
    }

    public double bytesMoney() {
        return zoneMoney + diskMoney;
    }

    public double money() {
        return zoneMoney + diskMoney + cpuMoney;
    }
}
