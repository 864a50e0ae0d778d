package dev.squeeze.engine.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a warm-up may end: once the last slices agree with those before them in throughput and in CPU per byte, and
 * the compilers have become quiet. On few cores the JIT takes what the load would need, evenly enough that nothing else
 * shows it.
 */
final class Settling {
    /** Slices that are compared with as many before them. */
    private static final int SLICES = 2;
    /** Differences below this are the machine's own noise. */
    private static final double TOLERANCE = 0.08;
    /** Compilers of a JVM that has done the same for minutes use a few hundredths of a core. */
    private static final double QUIET_CORES = 0.2;

    private final List<Slice> slices = new ArrayList<>();

    /**
     * A part of a second of the load.
     *
     * @param recordsPerSecond acknowledged
     * @param cpuSecondsPerGigabyte of the application threads and the producers' network threads
     * @param compilerCores that the JIT of clients and brokers used; 0 where that is not visible
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

    /** Records per second of the last slices. */
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
