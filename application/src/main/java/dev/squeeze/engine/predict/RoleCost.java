package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The costs that make up a role's CPU time.
 *
 * @param nanos of each term; a missing term costs nothing
 * @param codecFactor CPU time of the role's part of a codec's own work, relative to that work in isolation; a missing
 *     codec costs nothing
 * @param coldCodec additional nanoseconds of a cold wake-up if a codec has work to do
 */
public record RoleCost(
        Map<CostTerm, Double> nanos, Map<CodecType, Double> codecFactor, Map<CodecType, Double> coldCodec) {
    public RoleCost {
        nanos = copy(nanos, CostTerm.class);
        codecFactor = copy(codecFactor, CodecType.class);
        coldCodec = copy(coldCodec, CodecType.class);
    }

    private static <K extends Enum<K>> Map<K, Double> copy(Map<K, Double> costs, Class<K> keys) {
        Map<K, Double> copy = new EnumMap<>(keys);
        copy.putAll(costs);
        return Collections.unmodifiableMap(copy);
    }

    /** Nanoseconds for each occurrence of a term. */
    public double nanos(CostTerm term) {
        return nanos.getOrDefault(term, 0.0);
    }

    /**
     * CPU nanoseconds for some traffic.
     *
     * @param role the role that these costs belong to
     * @param codecNanos time that the codec itself needs in isolation for this role's part of its work
     */
    double cpuNanos(CostRole role, TrafficCounts traffic, CodecType type, double codecNanos) {
        double sum = codecFactor.getOrDefault(type, 0.0) * codecNanos + coldCodecNanos(role, traffic, type);
        for (Map.Entry<CostTerm, Double> cost : nanos.entrySet()) {
            sum += cost.getValue() * cost.getKey().countIn(traffic, role);
        }
        return sum;
    }

    /** The part of {@link #cpuNanos} that is spent on resuming work after idle periods. */
    double restNanos(CostRole role, TrafficCounts traffic, CodecType type) {
        double sum = coldCodecNanos(role, traffic, type);
        for (Map.Entry<CostTerm, Double> cost : nanos.entrySet()) {
            if (cost.getKey().spentOn() == CostTerm.SpentOn.REST) {
                sum += cost.getValue() * cost.getKey().countIn(traffic, role);
            }
        }
        return sum;
    }

    private double coldCodecNanos(CostRole role, TrafficCounts traffic, CodecType type) {
        return coldCodec.getOrDefault(type, 0.0) * traffic.coldWakeUps(role);
    }

    /** These costs, each multiplied by the factor for what it is spent on. */
    public RoleCost scaled(CostScale scale) {
        Map<CostTerm, Double> scaled = new EnumMap<>(CostTerm.class);
        nanos.forEach((term, cost) -> scaled.put(term, scale.of(term) * cost));
        return new RoleCost(scaled, scaled(codecFactor, scale.codec()), scaled(coldCodec, scale.rest()));
    }

    private static Map<CodecType, Double> scaled(Map<CodecType, Double> costs, double factor) {
        Map<CodecType, Double> scaled = new EnumMap<>(CodecType.class);
        costs.forEach((type, cost) -> scaled.put(type, factor * cost));
        return scaled;
    }

    /** Nanoseconds of a request that wakes the role's threads this many times, at this rate of wake-ups. */
    double perRequestAt(int wakeUps, double wakeUpsPerSecond) {
        return nanos(CostTerm.REQUEST)
                + wakeUps * nanos(CostTerm.COLD_WAKE_UP) * TrafficCounts.coldShare(wakeUpsPerSecond);
    }
}
