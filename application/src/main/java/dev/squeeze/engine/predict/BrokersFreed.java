package dev.squeeze.engine.predict;

import java.util.Comparator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;

/**
 * How many brokers can be removed. Only whole brokers can be: the number is the freed share of the limiting resource,
 * rounded down to brokers.
 *
 * @param brokers current number of brokers
 * @param freed brokers that can be removed; at least as many remain as the replication factor requires
 * @param limitedBy the resource that determines the number of brokers
 * @param share freed share of that resource, at most 1; negative if more of it is needed
 * @param moneyPerMonth cost of the freed brokers
 */
public record BrokersFreed(int brokers, int freed, BrokerResource limitedBy, double share, double moneyPerMonth) {
    /** Rounding tolerance: freeing exactly a third of nine brokers must yield three. */
    private static final double ROUNDING = 1e-9;

    /**
     * The brokers that a saving frees.
     *
     * @param broker what a broker costs, and what limits the number of brokers
     * @param brokers current number of brokers
     * @param replicationFactor the largest of all topics
     * @param freedShares freed share of each resource for which it is known, at most 1
     * @return empty if the freed share of the limiting resource is not known
     */
    public static Optional<BrokersFreed> of(
            Prices.Broker broker, int brokers, int replicationFactor, Map<BrokerResource, Double> freedShares) {
        // If the limiting resource is not specified, assume the one of which least is freed.
        return freedShares.entrySet().stream()
                .filter(entry -> broker.limitedBy().isPresent()
                        ? entry.getKey() == broker.limitedBy().get()
                        : entry.getKey() != BrokerResource.CPU)
                .min(Comparator.comparingDouble(Entry::getValue))
                .map(limit -> {
                    int most = Math.max(0, brokers - Math.max(1, replicationFactor));
                    int whole = (int) Math.floor(brokers * limit.getValue() + ROUNDING);
                    int freed = Math.max(0, Math.min(most, whole));
                    return new BrokersFreed(
                            brokers, freed, limit.getKey(), limit.getValue(), freed * broker.perMonth());
                });
    }

    /** The share by which an amount shrinks; 0 if the amount is 0 today. */
    public static double share(double today, double after) {
        return today > 0 ? (today - after) / today : 0;
    }
}
