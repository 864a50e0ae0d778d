package dev.squeeze.engine.predict;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * A price list with the origin of each figure.
 *
 * @param name of the list
 * @param currency of all prices
 * @param date of the list
 * @param source of the list
 * @param figures by key; figures of vendors, the object store and whole brokers may be missing
 * @param terms what is billed
 */
public record PriceSheet(
        String name, String currency, String date, String source, Map<PriceKey, Figure> figures, Terms terms) {
    /**
     * A figure and its origin.
     *
     * @param value in {@link PriceKey#unit}
     * @param source a public page, or why the figure is assumed
     * @param date of the source
     * @param note further remarks; empty if there are none
     */
    public record Figure(double value, String source, String date, String note) {
        /** The figure in another currency. */
        Figure convertedAt(double factor, String words) {
            return new Figure(value * factor, source, date, note.isEmpty() ? words : note + "; " + words);
        }
    }

    /**
     * What is billed.
     *
     * @param followerFetching true if consumers read from a replica in their own zone
     * @param replicationTrafficBilled false if a vendor does not bill traffic between brokers
     * @param replicasBilled false if a vendor bills one copy of stored bytes
     * @param billedOn which bytes are billed
     * @param limitedBy what determines the number of brokers; absent if not specified
     */
    public record Terms(
            boolean followerFetching,
            boolean replicationTrafficBilled,
            boolean replicasBilled,
            Prices.BilledOn billedOn,
            Optional<BrokerResource> limitedBy) {}

    public PriceSheet {
        figures = Collections.unmodifiableMap(new EnumMap<>(figures));
    }

    /**
     * The prices used in predictions.
     *
     * @throws IllegalArgumentException if a figure is missing or out of range
     */
    public Prices prices() {
        Prices.Service service = new Prices.Service(
                terms.replicationTrafficBilled(),
                terms.replicasBilled(),
                orZero(PriceKey.INGRESS),
                orZero(PriceKey.EGRESS));
        return new Prices(
                name,
                currency,
                date,
                source,
                value(PriceKey.ZONE_TRANSFER),
                value(PriceKey.DISK),
                value(PriceKey.DISK_UTILISATION),
                value(PriceKey.VCPU),
                value(PriceKey.CPU_UTILISATION),
                terms.followerFetching(),
                terms.billedOn(),
                service.equals(Prices.Service.NONE) ? Optional.empty() : Optional.of(service),
                figures.containsKey(PriceKey.OBJECT_STORE)
                        ? Optional.of(new Prices.ObjectStore(
                                value(PriceKey.OBJECT_STORE), orZero(PriceKey.OBJECT_STORE_WRITES)))
                        : Optional.empty(),
                figures.containsKey(PriceKey.BROKER)
                        ? Optional.of(new Prices.Broker(value(PriceKey.BROKER), terms.limitedBy()))
                        : Optional.empty());
    }

    private double orZero(PriceKey key) {
        return figures.containsKey(key) ? value(key) : 0;
    }

    private double value(PriceKey key) {
        Figure figure = figures.get(key);
        if (figure == null) {
            throw new IllegalArgumentException(key.key() + " is missing");
        }
        return figure.value();
    }
}
