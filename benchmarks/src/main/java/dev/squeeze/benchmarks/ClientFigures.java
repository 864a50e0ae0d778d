package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import java.util.List;
import java.util.Map;

/**
 * What clients achieved and what it cost. A GB is 10^9 bytes of keys and values.
 *
 * @param recordsPerSecond over the measured time
 * @param threads CPU seconds per GB of the clients' own threads
 * @param process CPU seconds per GB of the whole JVM, without garbage collection and JIT compilation
 * @param checking the part of {@code process} that compares received records with those sent
 * @param allocatedPerRecord bytes allocated by the clients' own threads
 */
record ClientFigures(
        double recordsPerSecond, double threads, double process, double checking, double allocatedPerRecord) {
    private static final double GIGABYTE = 1e9;

    /**
     * @param used usage of the JVM while the records were sent or read
     * @param roles whose threads are the clients' own
     */
    static ClientFigures of(
            JvmUsage used, List<ClientRole> roles, double records, double payloadBytes, double seconds) {
        Map<ClientRole, ThreadUsage> byRole = used.byRole(ClientRole.THREADS);
        double nanosPerSecondAndGigabyte = 1e9 * payloadBytes / GIGABYTE;
        long vmNanos = used.gcCpuNanos().orElse(0) + used.jitCpuNanos().orElse(0);
        long own =
                roles.stream().mapToLong(role -> role(byRole, role).cpuNanos()).sum();
        long allocated = roles.stream()
                .mapToLong(role -> role(byRole, role).allocatedBytes())
                .sum();
        return new ClientFigures(
                records / seconds,
                own / nanosPerSecondAndGigabyte,
                (used.processCpuNanos() - vmNanos) / nanosPerSecondAndGigabyte,
                role(byRole, ClientRole.VERIFICATION).cpuNanos() / nanosPerSecondAndGigabyte,
                allocated / records);
    }

    private static ThreadUsage role(Map<ClientRole, ThreadUsage> byRole, ClientRole role) {
        return byRole.getOrDefault(role, ThreadUsage.none(role.name()));
    }

    /** The process without the comparison, which Kafka's tools do not make. */
    double processLessChecking() {
        return process - checking;
    }
}
