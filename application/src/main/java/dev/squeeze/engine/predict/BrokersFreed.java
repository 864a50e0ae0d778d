package dev.squeeze.engine.predict;

import java.util.Comparator;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;

/**
 * How many whole brokers could go. Brokers are bought whole, so a freed share of the resource that fills them frees only as many as
 * fit into it.
 *
 * @param brokers there are
 * @param freed brokers that could go; at least as many stay as a partition has replicas
 * @param limitedBy the resource that decides
 * @param share of it that is freed, 0 to 1; negative where more is needed
 * @param moneyPerMonth of the freed brokers
 */
public record BrokersFreed(int brokers, int freed, BrokerResource limitedBy, double share, double moneyPerMonth) {
    /** Of rounding: nine brokers that are freed by exactly a third are three. */
    private static final double ROUNDING = 1e-9;

    /**
     * What a saving frees.
     *
     * @param broker what a broker costs, and what limits the number of brokers
     * @param brokers there are today
     * @param replicationFactor the largest of the topics
     * @param freedShares of each resource that is known, 0 to 1
     * @return empty where the share of the limiting resource is not known
     */
    public static Optional<BrokersFreed> of(
            Prices.Broker broker, int brokers, int replicationFactor, Map<BrokerResource, Double> freedShares) {
        // Where nobody said what fills the brokers, it may be what is freed least.
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

    /** The share by which an amount shrinks; 0 where there is none today. */
    public static double share(double today, double after) {
        return today > 0 ? (today - after) / today : 0;
    }
}
