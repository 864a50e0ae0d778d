package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.kafka.broker.BrokerCounters;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Resource usage of a broker since its start, or between two readings.
 *
 * @param broker its node id in an embedded cluster, or its JMX address
 * @param onThisMachine whether it runs on the same processors as this process
 * @param jvm usage of its process; when read over JMX, the garbage collector and the compilers are not shown
 */
public record BrokerUsage(String broker, boolean onThisMachine, JvmUsage jvm, BrokerCounters counters) {
    /**
     * Usage by thread role.
     *
     * @return every role, in order; without {@link BrokerRole#GC} and {@link BrokerRole#JIT} if these are not shown, in which case
     *     they are part of {@link BrokerRole#OTHER}
     */
    public Map<BrokerRole, ThreadUsage> byRole() {
        return jvm.byRole(BrokerRole.THREADS);
    }

    /**
     * Fraction of time in which the request handlers were idle, 0 to 1. Idle times have a precision of 300 ms, so two readings
     * should be at least several seconds apart.
     */
    public OptionalDouble handlerIdleRatio() {
        return jvm.clockNanos() > 0 && counters.handlerIdleNanos().isPresent()
                ? OptionalDouble.of(Math.max(
                        0, Math.min(1, (double) counters.handlerIdleNanos().getAsLong() / jvm.clockNanos())))
                : OptionalDouble.empty();
    }

    /**
     * The usage since an earlier reading.
     *
     * @throws IllegalArgumentException if it is of another broker
     */
    public BrokerUsage minus(BrokerUsage earlier) {
        if (!broker.equals(earlier.broker)) {
            throw new IllegalArgumentException("broker " + broker + " is not broker " + earlier.broker);
        }
        return new BrokerUsage(broker, onThisMachine, jvm.minus(earlier.jvm), counters.minus(earlier.counters));
    }
}
