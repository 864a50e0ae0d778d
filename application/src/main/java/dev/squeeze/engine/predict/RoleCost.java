package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a role's CPU time consists of.
 *
 * @param nanos of each term; one that is missing costs nothing
 * @param codecFactor the role's share of a codec's own work, relative to what that work takes in isolation; none where a codec is
 *     missing
 * @param coldCodec nanoseconds that a cold wake-up costs more where a codec has work to do then
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

    /** Nanoseconds for each time that a term counts. */
    public double nanos(CostTerm term) {
        return nanos.getOrDefault(term, 0.0);
    }

    /**
     * CPU nanoseconds.
     *
     * @param role that this is the cost of
     * @param codecNanos what the codec itself would take for this role's part of its work
     */
    double cpuNanos(CostRole role, TrafficCounts traffic, CodecType type, double codecNanos) {
        double sum = codecFactor.getOrDefault(type, 0.0) * codecNanos + coldCodecNanos(role, traffic, type);
        for (Map.Entry<CostTerm, Double> cost : nanos.entrySet()) {
            sum += cost.getValue() * cost.getKey().countIn(traffic, role);
        }
        return sum;
    }

    /** The part of {@link #cpuNanos} that goes into getting back to work after rests. */
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

    /** These costs, each multiplied by the factor of what it is spent on. */
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

    /** Nanoseconds of a request that wakes the role's threads so often, when they wake so many times a second. */
    double perRequestAt(int wakeUps, double wakeUpsPerSecond) {
        return nanos(CostTerm.REQUEST)
                + wakeUps * nanos(CostTerm.COLD_WAKE_UP) * TrafficCounts.coldShare(wakeUpsPerSecond);
    }
}
