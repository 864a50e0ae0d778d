package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a role's CPU time is made of, nanoseconds for each.
 *
 * @param perSecond of having nothing to do
 * @param perWaking see {@link TrafficCounts}, as the others
 * @param perCold what a waking after a long rest costs more, see {@link TrafficCounts#row}
 * @param perFetchedPartition see {@link TrafficCounts#row}
 * @param perColdPartition what a fetched partition costs more after a long rest
 * @param perColdBatch what a batch costs more that comes long after the last
 * @param perScatteredRecord what a record costs more that lies far from the others of its batch
 * @param codecFactor what this role takes of a codec's own work, over what that takes with nothing beside it; none where a
 *     codec is missing
 * @param coldCodec what a waking after a long rest costs more where a codec has work to do then
 */
public record RoleCost(
        double perSecond,
        double perWaking,
        double perCold,
        double perRequest,
        double perFetch,
        double perBatch,
        double perRecord,
        double perByte,
        double perStoredByte,
        double perFetchedPartition,
        double perColdPartition,
        double perColdBatch,
        double perScatteredRecord,
        Map<CodecType, Double> codecFactor,
        Map<CodecType, Double> coldCodec) {
    /** How many costs there are beside the codecs'. */
    public static final int COLUMNS = 13;

    /** Of those of {@link TrafficCounts#row}, the wakings after a long rest. */
    static final int COLD = 2;

    private static final int COLD_PARTITIONS = 10;
    private static final int COLD_BATCHES = 11;

    public RoleCost {
        codecFactor = copy(codecFactor);
        coldCodec = copy(coldCodec);
    }

    private static Map<CodecType, Double> copy(Map<CodecType, Double> costs) {
        return costs.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<CodecType, Double>(costs));
    }

    /** From as many numbers as there are {@link #COLUMNS}, in the order of the components. */
    public static RoleCost ofColumns(
            double[] nanos, Map<CodecType, Double> codecFactor, Map<CodecType, Double> coldCodec) {
        return new RoleCost(
                nanos[0],
                nanos[1],
                nanos[2],
                nanos[3],
                nanos[4],
                nanos[5],
                nanos[6],
                nanos[7],
                nanos[8],
                nanos[9],
                nanos[10],
                nanos[11],
                nanos[12],
                codecFactor,
                coldCodec);
    }

    /**
     * CPU nanoseconds.
     *
     * @param row of {@link TrafficCounts#row}
     * @param codecNanos what the codec itself would take for this role's part of its work
     */
    double cpuNanos(double[] row, CodecType type, double codecNanos) {
        double[] each = {
            perSecond,
            perWaking,
            perCold,
            perRequest,
            perFetch,
            perBatch,
            perRecord,
            perByte,
            perStoredByte,
            perFetchedPartition,
            perColdPartition,
            perColdBatch,
            perScatteredRecord
        };
        double nanos = codecFactor.getOrDefault(type, 0.0) * codecNanos + coldCodec.getOrDefault(type, 0.0) * row[COLD];
        for (int i = 0; i < COLUMNS; i++) {
            nanos += each[i] * row[i];
        }
        return nanos;
    }

    /** CPU nanoseconds of getting back to work after rests, which are among those of {@link #cpuNanos}. */
    double restNanos(double[] row, CodecType type) {
        return (perCold + coldCodec.getOrDefault(type, 0.0)) * row[COLD]
                + perColdPartition * row[COLD_PARTITIONS]
                + perColdBatch * row[COLD_BATCHES];
    }

    /** So many times the cost of work, and so many times that of getting back to it after rests. */
    RoleCost scaled(double work, double rest) {
        return new RoleCost(
                work * perSecond,
                work * perWaking,
                rest * perCold,
                work * perRequest,
                work * perFetch,
                work * perBatch,
                work * perRecord,
                work * perByte,
                work * perStoredByte,
                work * perFetchedPartition,
                rest * perColdPartition,
                rest * perColdBatch,
                work * perScatteredRecord,
                scaled(codecFactor, work),
                scaled(coldCodec, rest));
    }

    private static Map<CodecType, Double> scaled(Map<CodecType, Double> costs, double factor) {
        Map<CodecType, Double> scaled = new EnumMap<>(CodecType.class);
        costs.forEach((type, cost) -> scaled.put(type, factor * cost));
        return scaled;
    }

    /** Nanoseconds of a request that wakes the role's threads so often, which are woken so often in a second. */
    double perRequestAt(int wakings, double wakingsPerSecond) {
        return perRequest + wakings * perCold * TrafficCounts.coldShare(wakingsPerSecond);
    }
}
