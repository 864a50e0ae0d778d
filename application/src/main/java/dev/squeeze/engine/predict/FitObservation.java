package dev.squeeze.engine.predict;

import java.util.EnumMap;
import java.util.Map;

/**
 * One load, for a second.
 *
 * @param work of the codec of its batches
 * @param cpuNanos CPU time of each role; roles that could not be measured are missing. If {@link CostRole#SENDER} is
 *     missing, the value of the application is that of the whole producer
 */
public record FitObservation(TrafficCounts counts, CodecWork work, Map<CostRole, Double> cpuNanos) {
    /** The same with each role's CPU time divided by a factor. */
    FitObservation dividedBy(double factor) {
        Map<CostRole, Double> nanos = new EnumMap<>(CostRole.class);
        cpuNanos.forEach((role, measured) -> nanos.put(role, measured / factor));
        return new FitObservation(counts, work, nanos);
    }
}
