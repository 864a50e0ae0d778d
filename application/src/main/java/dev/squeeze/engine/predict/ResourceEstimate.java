package dev.squeeze.engine.predict;

import java.util.Optional;

/**
 * What a topic uses with certain settings.
 *
 * @param wireBytesPerSecond from the producers to the leaders; replication and each consumer group carry the same again
 * @param wireGigabytesPerMonth the same over a month, decimal
 * @param crossZoneGigabytesPerMonth traffic between zones, decimal
 * @param diskGigabytes on all replicas over the retention, or over the local part of it, decimal
 * @param producerCores busy cores of all producers for building and compressing batches
 * @param brokerCores busy cores of the leaders for validating them
 * @param consumerCores busy cores of all consumer groups for reading them
 * @param zoneMoney a month's money for traffic between zones
 * @param diskMoney a month's money for disks
 * @param cpuMoney a month's money for cores
 * @param further what only some price lists and topics have; absent where there is none, and in documents of earlier versions
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
     * @param vendorMoney a month's money for traffic to and from clients, as a vendor bills it
     * @param objectStoreGigabytes in the object store over the retention, decimal
     * @param objectStoreMoney a month's money for them, and for writing them
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
