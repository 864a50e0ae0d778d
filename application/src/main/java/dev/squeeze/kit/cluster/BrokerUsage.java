package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.kafka.broker.BrokerCounters;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a broker has used since it began, or between two readings.
 *
 * @param broker its node id in our own cluster, or its JMX address
 * @param onThisMachine whether it uses the same processors as we do
 * @param jvm its process; read over JMX it shows neither the collector nor the compilers
 */
public record BrokerUsage(String broker, boolean onThisMachine, JvmUsage jvm, BrokerCounters counters) {
    /**
     * What each role has used.
     *
     * @return every role, in its order; without {@link BrokerRole#GC} and {@link BrokerRole#JIT} where they are not
     *     shown, and these are in {@link BrokerRole#OTHER} then
     */
    public Map<BrokerRole, ThreadUsage> byRole() {
        return jvm.byRole(BrokerRole.THREADS);
    }

    /**
     * How much of the time the request handlers had nothing to do, 0 to 1. Idle times are known to 300 ms, so take at
     * least some seconds between two readings.
     */
    public OptionalDouble handlerIdleRatio() {
        return jvm.clockNanos() > 0 && counters.handlerIdleNanos().isPresent()
                ? OptionalDouble.of(Math.max(
                        0, Math.min(1, (double) counters.handlerIdleNanos().getAsLong() / jvm.clockNanos())))
                : OptionalDouble.empty();
    }

    /**
     * What was used since an earlier reading.
     *
     * @throws IllegalArgumentException when that was of another broker
     */
    public BrokerUsage minus(BrokerUsage earlier) {
        if (!broker.equals(earlier.broker)) {
            throw new IllegalArgumentException("broker " + broker + " is not broker " + earlier.broker);
        }
        return new BrokerUsage(broker, onThisMachine, jvm.minus(earlier.jvm), counters.minus(earlier.counters));
    }
}
