package dev.squeeze.engine.experiment;

import dev.squeeze.engine.predict.CostRole;
import java.util.EnumMap;
import java.util.Map;

/** What each role of producer, broker and consumer was busy with in an arm. */
public final class RoleCpu {
    private static final Map<CostRole, Metric> METRICS = new EnumMap<>(Map.of(
            CostRole.APPLICATION, Metric.APPLICATION_CPU,
            CostRole.SENDER, Metric.PRODUCER_NETWORK_CPU,
            CostRole.REQUEST_HANDLER, Metric.REQUEST_HANDLER_CPU,
            CostRole.BROKER_NETWORK, Metric.BROKER_NETWORK_CPU,
            CostRole.CONSUMER, Metric.CONSUMER_CPU));

    private RoleCpu() {}

    /**
     * CPU nanoseconds of a record, for every role that the arm shows. Of another client's process only all of it is known: that
     * is {@link CostRole#APPLICATION}, and there is no {@link CostRole#SENDER}.
     *
     * @param bytesPerRecord of keys and values
     */
    public static Map<CostRole, Double> nanosPerRecord(ArmResult arm, double bytesPerRecord) {
        Map<CostRole, Double> nanos = new EnumMap<>(CostRole.class);
        // Seconds for a GB are nanoseconds for a byte.
        METRICS.forEach(
                (role, metric) -> arm.estimate(metric).ifPresent(perByte -> nanos.put(role, perByte * bytesPerRecord)));
        if (!nanos.containsKey(CostRole.SENDER)) {
            arm.estimate(Metric.PRODUCER_CPU)
                    .ifPresent(perByte -> nanos.put(CostRole.APPLICATION, perByte * bytesPerRecord));
        }
        return nanos;
    }
}
