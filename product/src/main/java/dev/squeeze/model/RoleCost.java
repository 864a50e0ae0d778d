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
 * @param codecFactor what this role takes of a codec's own work, over what that takes when batches are compressed or read one
 *     after another with nothing between them; none where a codec is missing
 */
public record RoleCost(
        double perSecond,
        double perWaking,
        double perRequest,
        double perFetch,
        double perBatch,
        double perRecord,
        double perByte,
        double perStoredByte,
        Map<CodecType, Double> codecFactor) {
    /** How many costs there are beside the codecs'. */
    public static final int COLUMNS = 8;

    public RoleCost {
        codecFactor = codecFactor.isEmpty()
                ? Map.of()
                : Collections.unmodifiableMap(new EnumMap<CodecType, Double>(codecFactor));
    }

    /** From as many numbers as there are {@link #COLUMNS}, in the order of the components. */
    public static RoleCost ofColumns(double[] nanos, Map<CodecType, Double> codecFactor) {
        return new RoleCost(
                nanos[0], nanos[1], nanos[2], nanos[3], nanos[4], nanos[5], nanos[6], nanos[7], codecFactor);
    }

    /**
     * CPU nanoseconds.
     *
     * @param codecNanos what the codec itself would take for all of it, one batch after another
     */
    public double cpuNanos(TrafficCounts counts, CodecType type, double codecNanos) {
        return perSecond * counts.seconds()
                + perWaking * counts.wakings()
                + perRequest * counts.requests()
                + perFetch * counts.fetches()
                + perBatch * counts.batches()
                + perRecord * counts.records()
                + perByte * counts.recordBytes()
                + perStoredByte * counts.storedBytes()
                + codecFactor.getOrDefault(type, 0.0) * codecNanos;
    }
}
