package dev.squeeze.engine.predict;

import java.util.Optional;

/**
 * The resources that a topic uses with certain settings.
 *
 * @param wireBytesPerSecond from producers to leaders; replication and each consumer group transfer the same amount
 *     again
 * @param wireGigabytesPerMonth the same per month, decimal
 * @param crossZoneGigabytesPerMonth traffic between zones, decimal
 * @param diskGigabytes on all replicas over the retention, or over the local retention, decimal
 * @param producerCores busy cores of all producers for building and compressing batches
 * @param brokerCores busy cores of the leaders for validating them
 * @param consumerCores busy cores of all consumer groups for reading them
 * @param zoneMoney monthly cost of traffic between zones
 * @param diskMoney monthly cost of disks
 * @param cpuMoney monthly cost of cores
 * @param further what applies only to some price lists and topics; absent if nothing does, and in documents of earlier
 *     versions
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
        double cpuMoney,
        Optional<Further> further) {

    /**
     * A vendor's traffic and tiered storage.
     *
     * @param vendorMoney monthly cost of traffic to and from clients, as billed by a vendor
     * @param objectStoreGigabytes in the object store over the retention, decimal
     * @param objectStoreMoney monthly cost of storing and writing them
     */
    public record Further(double vendorMoney, double objectStoreGigabytes, double objectStoreMoney) {
        static final Further NONE = new Further(0, 0, 0);
    }

    public double cores() {
        return producerCores + brokerCores + consumerCores;
    }

    public double bytesMoney() {
        return zoneMoney + diskMoney + vendorMoney() + objectStoreMoney();
    }

    public double money() {
        return bytesMoney() + cpuMoney;
    }

    public double vendorMoney() {
        return further.orElse(Further.NONE).vendorMoney();
    }

    public double objectStoreGigabytes() {
        return further.orElse(Further.NONE).objectStoreGigabytes();
    }

    public double objectStoreMoney() {
        return further.orElse(Further.NONE).objectStoreMoney();
    }
}
