package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.environment.ThreadUsage;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What was counted between the window's two ends.
 *
 * @param consumedBytes of keys and values, by consumers that ran next to the producers
 */
record WindowDifference(TrialResult.Window window, ProducerMetrics metrics, long consumedBytes) {
    /** The same as a part of a warm-up. */
    Settling.Slice slice() {
        double cpuSeconds = window.service()
                        .map(service -> sum(
                                service.byRole(ServiceRole.THREADS),
                                List.of(ServiceRole.HTTP, ServiceRole.WORKER, ServiceRole.PRODUCER_NETWORK)))
                        .orElseGet(() -> sum(
                                        window.client().byRole(ClientRole.THREADS),
                                        List.of(ClientRole.APPLICATION, ClientRole.PRODUCER_NETWORK))
                                + window.driversCpuNanos().orElse(0L))
                / 1e9;
        return new Settling.Slice(
                window.records() / window.seconds(),
                window.payloadBytes() == 0 ? 0 : cpuSeconds / (window.payloadBytes() / 1e9),
                window.compilerCores());
    }

    private static <R> long sum(Map<R, ThreadUsage> usages, List<R> roles) {
        return roles.stream()
                .map(usages::get)
                .filter(Objects::nonNull)
                .mapToLong(ThreadUsage::cpuNanos)
                .sum();
    }
}
