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
 * @param perApart of the third column of {@link TrafficCounts#row}: what wakings cost more the farther they are apart
 * @param codecFactor what this role takes of a codec's own work, over what that takes when batches are compressed or read one
 *     after another with nothing between them; none where a codec is missing
 */
public record RoleCost(
        double perSecond,
        double perWaking,
        double perApart,
        double perRequest,
        double perFetch,
        double perBatch,
        double perRecord,
        double perByte,
        double perStoredByte,
        Map<CodecType, Double> codecFactor) {
    /** How many costs there are beside the codecs'. */
    public static final int COLUMNS = 9;

    public RoleCost {
        codecFactor = codecFactor.isEmpty()
                ? Map.of()
                : Collections.unmodifiableMap(new EnumMap<CodecType, Double>(codecFactor));
    }

    /** From as many numbers as there are {@link #COLUMNS}, in the order of the components. */
    public static RoleCost ofColumns(double[] nanos, Map<CodecType, Double> codecFactor) {
        return new RoleCost(
                nanos[0], nanos[1], nanos[2], nanos[3], nanos[4], nanos[5], nanos[6], nanos[7], nanos[8], codecFactor);
    }

    /**
     * CPU nanoseconds.
     *
     * @param row of {@link TrafficCounts#row}
     * @param codecNanos what the codec itself would take for this role's part of its work
     */
    double cpuNanos(double[] row, CodecType type, double codecNanos) {
        double[] each = {
            perSecond, perWaking, perApart, perRequest, perFetch, perBatch, perRecord, perByte, perStoredByte
        };
        double nanos = codecFactor.getOrDefault(type, 0.0) * codecNanos;
        for (int i = 0; i < COLUMNS; i++) {
            nanos += each[i] * row[i];
        }
        return nanos;
    }

    /** Nanoseconds of a request where there are so many in a second. */
    double perRequestAt(double requestsPerSecond) {
        return perRequest + perApart / Math.sqrt(Math.max(1, requestsPerSecond));
    }
}
