package dev.squeeze.engine.predict;

import java.util.EnumMap;
import java.util.Map;

/**
 * One load, for a second.
 *
 * @param work of the codec that its batches are in
 * @param cpuNanos what each role took; those that were not visible are missing. Without {@link CostRole#SENDER} the
 *     application's is that of the whole producer
 */
public record FitObservation(TrafficCounts counts, CodecWork work, Map<CostRole, Double> cpuNanos) {
    /** With so much less CPU time in each role. */
    FitObservation dividedBy(double factor) {
        Map<CostRole, Double> nanos = new EnumMap<>(CostRole.class);
        cpuNanos.forEach((role, measured) -> nanos.put(role, measured / factor));
        return new FitObservation(counts, work, nanos);
    }
}
