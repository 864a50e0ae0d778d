package dev.squeeze.engine.predict;

import java.util.Optional;

/**
 * Prices of bytes and cores, in one currency, per decimal gigabyte, month of 730 hours, and virtual core. The origin of
 * each figure is in the {@link PriceSheet}.
 *
 * @param name of the price list
 * @param currency for example USD
 * @param date of the list
 * @param source of the list
 * @param zoneTransferPerGb one gigabyte from one availability zone to another, both directions together
 * @param diskPerGbMonth one gigabyte on a broker's disk for a month
 * @param diskUtilisation share of a disk that may be filled
 * @param vcpuPerHour one virtual core for an hour
 * @param cpuUtilisation share of a core that may be busy
 * @param followerFetching true if consumers read from a replica in their own zone when there is one
 * @param billedOn whether the vendor bills compressed bytes, as on the wire, or uncompressed ones
 * @param service how a vendor of managed brokers bills differently from a cloud provider; absent for self-managed
 *     brokers
 * @param objectStore for tiered storage; absent in documents of earlier versions
 * @param broker cost of a whole broker; absent if not specified
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
        BilledOn billedOn,
        Optional<Service> service,
        Optional<ObjectStore> objectStore,
        Optional<Broker> broker) {
    public enum BilledOn {
        COMPRESSED,
        UNCOMPRESSED
    }

    /**
     * A vendor's terms.
     *
     * @param replicationTrafficBilled false if traffic between brokers is free
     * @param replicasBilled false if one copy is billed, whatever the replication factor
     * @param ingressPerGb one gigabyte from producers
     * @param egressPerGb one gigabyte to consumers
     */
    public record Service(
            boolean replicationTrafficBilled, boolean replicasBilled, double ingressPerGb, double egressPerGb) {
        /** Self-managed brokers: all traffic between zones and everything on disks is billed, and nothing else. */
        public static final Service NONE = new Service(true, true, 0, 0);

        public Service {
            requireNoneNegative(ingressPerGb, egressPerGb);
        }
    }

    /**
     * Cost of remote segments.
     *
     * @param perGbMonth one gigabyte for a month, including the store's own copies
     * @param perThousandWrites a thousand requests that write a part of a segment
     */
    public record ObjectStore(double perGbMonth, double perThousandWrites) {
        public ObjectStore {
            requireNoneNegative(perGbMonth, perThousandWrites);
        }
    }

    /**
     * A whole broker.
     *
     * @param perMonth cost per month, disks included
     * @param limitedBy the resource that determines the number of brokers; absent if not specified
     */
    public record Broker(double perMonth, Optional<BrokerResource> limitedBy) {
        public Broker {
            requireNoneNegative(perMonth);
        }
    }

    public Prices {
        requireNoneNegative(zoneTransferPerGb, diskPerGbMonth, vcpuPerHour);
        if (!(diskUtilisation > 0 && diskUtilisation <= 1) || !(cpuUtilisation > 0 && cpuUtilisation <= 1)) {
            throw new IllegalArgumentException("a utilisation must be above 0 and at most 1");
        }
    }

    /** The same with or without consumers that read in their own zone. */
    public Prices withFollowerFetching(boolean fetching) {
        return with(fetching, service, objectStore, broker);
    }

    /** The same with a vendor's terms. */
    public Prices withService(Service terms) {
        return with(followerFetching, Optional.of(terms), objectStore, broker);
    }

    /** The same with an object store. */
    public Prices withObjectStore(ObjectStore store) {
        return with(followerFetching, service, Optional.of(store), broker);
    }

    /** The same with the cost of a whole broker. */
    public Prices withBroker(Broker whole) {
        return with(followerFetching, service, objectStore, Optional.of(whole));
    }

    private Prices with(
            boolean fetching, Optional<Service> terms, Optional<ObjectStore> store, Optional<Broker> whole) {
        return new Prices(
                name,
                currency,
                date,
                source,
                zoneTransferPerGb,
                diskPerGbMonth,
                diskUtilisation,
                vcpuPerHour,
                cpuUtilisation,
                fetching,
                billedOn,
                terms,
                store,
                whole);
    }

    private static void requireNoneNegative(double... amounts) {
        for (double amount : amounts) {
            if (!(amount >= 0) || Double.isInfinite(amount)) {
                throw new IllegalArgumentException("a price cannot be negative");
            }
        }
    }
}
