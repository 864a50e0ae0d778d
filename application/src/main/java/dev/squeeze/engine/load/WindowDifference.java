package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.environment.ThreadUsage;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Difference of the counters between the start and the end of a window.
 *
 * @param consumedBytes size of the keys and values read by consumers that ran at the same time as the producers
 */
record WindowDifference(TrialResult.Window window, ProducerMetrics metrics, long consumedBytes) {
    /** The same figures as a slice of a warm-up. */
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
