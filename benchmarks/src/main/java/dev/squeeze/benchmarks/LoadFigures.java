package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.util.List;
import java.util.Map;

/**
 * The figures of a trial that are compared.
 *
 * @param payloadBytes size of the keys and values acknowledged in the window
 * @param applicationCpu of the threads that call send, in s/GB of keys and values
 * @param networkCpu of the producer's network thread, in s/GB
 * @param brokerCpu of the broker's request handlers and network threads, in s/GB
 */
record LoadFigures(
        double recordsPerSecond,
        double acknowledgeMedianMillis,
        double acknowledge99Millis,
        double requestsPerSecond,
        long payloadBytes,
        double applicationCpu,
        double networkCpu,
        double brokerCpu) {
    static LoadFigures of(TrialResult result) {
        TrialResult.Window window = result.window();
        Map<ClientRole, ThreadUsage> roles = window.client().byRole(ClientRole.THREADS);
        double bytes = window.payloadBytes();
        return new LoadFigures(
                window.records() / window.seconds(),
                millis(result, 50),
                millis(result, 99),
                result.metrics().requests() / window.seconds(),
                window.payloadBytes(),
                cpuNanos(roles, ClientRole.APPLICATION) / bytes,
                cpuNanos(roles, ClientRole.PRODUCER_NETWORK) / bytes,
                brokerNanos(window.brokers().orElse(List.of())) / bytes);
    }

    /** Returns a copy with CPU time of the brokers that was measured elsewhere at the ends of the window. */
    LoadFigures withBrokers(long nanos) {
        return new LoadFigures(
                recordsPerSecond,
                acknowledgeMedianMillis,
                acknowledge99Millis,
                requestsPerSecond,
                payloadBytes,
                applicationCpu,
                networkCpu,
                nanos / (double) payloadBytes);
    }

    private static double millis(TrialResult result, double percentile) {
        return result.latencies().acknowledge().getValueAtPercentile(percentile) / 1e6;
    }

    private static long cpuNanos(Map<ClientRole, ThreadUsage> roles, ClientRole role) {
        ThreadUsage usage = roles.get(role);
        return usage == null ? 0 : usage.cpuNanos();
    }

    /** CPU time of the threads that handle requests. */
    static long brokerNanos(List<BrokerUsage> brokers) {
        long nanos = 0;
        for (BrokerUsage broker : brokers) {
            for (BrokerRole role : List.of(BrokerRole.REQUEST_HANDLER, BrokerRole.NETWORK)) {
                ThreadUsage usage = broker.byRole().get(role);
                nanos += usage == null ? 0 : usage.cpuNanos();
            }
        }
        return nanos;
    }
}
