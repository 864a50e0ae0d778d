package dev.squeeze.engine.predict;

/**
 * What bytes and cores cost. Amounts are in one currency, per decimal gigabyte, month of 730 hours, and virtual core.
 *
 * @param name of the price list
 * @param currency for example USD
 * @param date of the list
 * @param source where it is from
 * @param zoneTransferPerGb one gigabyte from one availability zone to another, both directions together
 * @param diskPerGbMonth one gigabyte on a broker's disk for a month
 * @param diskUtilisation share of a disk that may be filled
 * @param vcpuPerHour one virtual core for an hour
 * @param cpuUtilisation share of a core that may be busy
 * @param followerFetching true where consumers read from a replica in their own zone when there is one
 * @param billedOn whether the vendor bills bytes as they are on the wire, or uncompressed
 */
public record Prices(
        String name,
        String currency,
        String date,
        String source,
        double zoneTransferPerGb,
        double diskPerGbMonth,
        double diskUtilisation,
        double vcpuPerHour,
        double cpuUtilisation,
        boolean followerFetching,
        BilledOn billedOn) {
    public enum BilledOn {
        COMPRESSED,
        UNCOMPRESSED
    }

    public Prices {
        if (!(zoneTransferPerGb >= 0) || !(diskPerGbMonth >= 0) || !(vcpuPerHour >= 0)) {
            throw new IllegalArgumentException("a price cannot be negative");
        }
        if (!(diskUtilisation > 0 && diskUtilisation <= 1) || !(cpuUtilisation > 0 && cpuUtilisation <= 1)) {
            throw new IllegalArgumentException("a utilisation lies above 0 and is at most 1");
        }
    }
}
