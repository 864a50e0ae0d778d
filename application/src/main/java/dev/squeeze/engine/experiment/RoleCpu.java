package dev.squeeze.engine.experiment;

import dev.squeeze.engine.predict.CostRole;
import java.util.EnumMap;
import java.util.Map;

/** CPU time of each role of producer, broker and consumer in an arm. */
public final class RoleCpu {
    private static final Map<CostRole, Metric> METRICS = new EnumMap<>(Map.of(
            CostRole.APPLICATION, Metric.APPLICATION_CPU,
            CostRole.SENDER, Metric.PRODUCER_NETWORK_CPU,
            CostRole.REQUEST_HANDLER, Metric.REQUEST_HANDLER_CPU,
            CostRole.BROKER_NETWORK, Metric.BROKER_NETWORK_CPU,
            CostRole.CONSUMER, Metric.CONSUMER_CPU));

    private RoleCpu() {}

    /**
     * CPU nanoseconds per record, for every role that was measured. For another client only the CPU time of the whole
     * process is known: it is reported as {@link CostRole#APPLICATION}, and there is no {@link CostRole#SENDER}.
     *
     * @param bytesPerRecord mean size of key and value
     */
    public static Map<CostRole, Double> nanosPerRecord(ArmResult arm, double bytesPerRecord) {
        Map<CostRole, Double> nanos = new EnumMap<>(CostRole.class);
        // Seconds per GB equal nanoseconds per byte.
        METRICS.forEach(
                (role, metric) -> arm.estimate(metric).ifPresent(perByte -> nanos.put(role, perByte * bytesPerRecord)));
        if (!nanos.containsKey(CostRole.SENDER)) {
            arm.estimate(Metric.PRODUCER_CPU)
                    .ifPresent(perByte -> nanos.put(CostRole.APPLICATION, perByte * bytesPerRecord));
        }
        return nanos;
    }
}
