package dev.squeeze.engine.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a warm-up may end: once the latest slices agree with the preceding ones in throughput and in CPU per
 * byte, and JIT compilation has subsided. On a machine with few cores the JIT takes CPU that the load needs, so evenly
 * that nothing else shows it.
 */
final class Settling {
    /** Number of latest slices that are compared with as many before them. */
    private static final int SLICES = 2;
    /** Smaller differences are noise of the machine. */
    private static final double TOLERANCE = 0.08;
    /** In a JVM that has done the same work for minutes, JIT compilation uses a few hundredths of a core. */
    private static final double QUIET_CORES = 0.2;

    private final List<Slice> slices = new ArrayList<>();

    /**
     * A fraction of a second of the load.
     *
     * @param recordsPerSecond acknowledged records
     * @param cpuSecondsPerGigabyte of the application threads and the producers' network threads
     * @param compilerCores cores used by the JIT of clients and brokers; 0 if unknown
     */
    record Slice(double recordsPerSecond, double cpuSecondsPerGigabyte, double compilerCores) {}

    void add(Slice slice) {
        slices.add(slice);
    }

    boolean isSettled() {
        if (slices.size() < 2 * SLICES) {
            return false;
        }
        List<Slice> late = slices.subList(slices.size() - SLICES, slices.size());
        List<Slice> early = slices.subList(slices.size() - 2 * SLICES, slices.size() - SLICES);
        return agree(rate(early), rate(late))
                && agree(cpu(early), cpu(late))
                && isQuiet(late.stream()
                        .mapToDouble(Slice::compilerCores)
                        .average()
                        .orElse(0));
    }

    static boolean isQuiet(double compilerCores) {
        return compilerCores <= QUIET_CORES;
    }

    /** Records per second of the latest slices. */
    double latestRate() {
        return rate(slices.subList(Math.max(0, slices.size() - SLICES), slices.size()));
    }

    private static double rate(List<Slice> slices) {
        return slices.stream().mapToDouble(Slice::recordsPerSecond).average().orElse(0);
    }

    private static double cpu(List<Slice> slices) {
        return slices.stream()
                .mapToDouble(Slice::cpuSecondsPerGigabyte)
                .average()
                .orElse(0);
    }

    private static boolean agree(double early, double late) {
        return early == 0 ? late == 0 : Math.abs(late / early - 1) <= TOLERANCE;
    }
}
