package dev.squeeze.model;

import dev.squeeze.codec.CodecType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a role's CPU time is made of, nanoseconds for each.
 *
 * @param perSecond of having nothing to do
 * @param perWaking see {@link TrafficCounts}, as the others
 * @param perCold what a waking after a long rest costs more, see {@link TrafficCounts#row}
 * @param codecFactor what this role takes of a codec's own work, over what that takes when batches are compressed or read one
 *     after another with nothing between them; none where a codec is missing
 * @param crowdedFactor what comes to that where many batches are filled at the same time, of all the compression
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
        Map<CodecType, Double> codecFactor,
        Map<CodecType, Double> crowdedFactor) {
    /** How many costs there are beside the codecs'. */
    public static final int COLUMNS = 9;

    public RoleCost {
        codecFactor = copy(codecFactor);
        crowdedFactor = copy(crowdedFactor);
    }

    private static Map<CodecType, Double> copy(Map<CodecType, Double> factors) {
        return factors.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<CodecType, Double>(factors));
    }

    /** From as many numbers as there are {@link #COLUMNS}, in the order of the components. */
    public static RoleCost ofColumns(
            double[] nanos, Map<CodecType, Double> codecFactor, Map<CodecType, Double> crowdedFactor) {
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
                codecFactor,
                crowdedFactor);
    }

    /**
     * CPU nanoseconds.
     *
     * @param row of {@link TrafficCounts#row}
     * @param codecNanos what the codec itself would take for this role's part of its work
     * @param crowdedNanos what of that is done beside other batches
     */
    double cpuNanos(double[] row, CodecType type, double codecNanos, double crowdedNanos) {
        double[] each = {
            perSecond, perWaking, perCold, perRequest, perFetch, perBatch, perRecord, perByte, perStoredByte
        };
        double nanos =
                codecFactor.getOrDefault(type, 0.0) * codecNanos + crowdedFactor.getOrDefault(type, 0.0) * crowdedNanos;
        for (int i = 0; i < COLUMNS; i++) {
            nanos += each[i] * row[i];
        }
        return nanos;
    }

    /** Nanoseconds of a request where there are so many in a second. */
    double perRequestAt(double requestsPerSecond) {
        return perRequest + perCold * TrafficCounts.coldShare(requestsPerSecond);
    }
}
