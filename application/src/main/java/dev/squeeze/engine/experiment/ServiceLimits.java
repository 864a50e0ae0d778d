package dev.squeeze.engine.experiment;

import dev.squeeze.engine.experiment.LimitingFactor.Part;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.environment.ThreadUsage;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Determines how busy the parts of our own service were in one trial. */
final class ServiceLimits {
    private ServiceLimits() {}

    /**
     * Utilisation of one part.
     *
     * @param value share of the time, 0 to 1
     * @param words the same as text
     */
    record Share(double value, String words) {}

    /** Empty for a service that reports no usage. */
    static Map<Part, Share> find(TrialResult trial, TrialResult.Served served, double seconds) {
        Map<Part, Share> shares = new EnumMap<>(Part.class);
        if (trial.window().service().isEmpty() || served.workers().isEmpty()) {
            return shares;
        }
        JvmUsage service = trial.window().service().get();
        int workers = served.workers().getAsInt();
        Map<ServiceRole, ThreadUsage> roles = service.byRole(ServiceRole.THREADS);
        ThreadUsage worker = role(roles, ServiceRole.WORKER);
        put(
                shares,
                Part.SERVICE_WORKER,
                "workers (" + workers + "): running",
                worker.cpuNanos() / 1e9 / seconds / workers);
        put(
                shares,
                Part.SERVICE_NETWORK_THREAD,
                trial.workers().size() < 2
                        ? "producer's network thread: running"
                        : "busiest producer's network thread: running",
                busiest(service, ServiceRole.PRODUCER_NETWORK) / 1e9 / seconds);
        if (worker.blockedMillis().isPresent()) {
            put(
                    shares,
                    Part.SERVICE_LOCK,
                    "workers blocked by monitors:",
                    worker.blockedMillis().getAsLong() / 1e3 / seconds / workers);
        }
        put(
                shares,
                Part.SERVICE_BUFFER,
                "workers waiting for buffer memory:",
                trial.metrics().bufferWaitNanos() / 1e9 / seconds / workers);
        return shares;
    }

    private static void put(Map<Part, Share> shares, Part part, String what, double value) {
        shares.put(
                part,
                new Share(value, String.format(Locale.ROOT, "service's %s %.0f %% of the time", what, 100 * value)));
    }

    /**
     * CPU time of the busiest thread of a role: a gateway has one network thread, and with several workers each has its
     * own gateway, so that no thread can take over another's work.
     */
    private static long busiest(JvmUsage service, ServiceRole role) {
        return service.threads().values().stream()
                .filter(thread -> ServiceRole.THREADS.ofThread().apply(thread.name()) == role)
                .mapToLong(ThreadUsage::cpuNanos)
                .max()
                .orElse(0);
    }

    private static ThreadUsage role(Map<ServiceRole, ThreadUsage> roles, ServiceRole role) {
        ThreadUsage usage = roles.get(role);
        return usage == null ? ThreadUsage.none(role.name()) : usage;
    }
}
