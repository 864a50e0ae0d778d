package dev.squeeze.kit.environment;

import java.lang.management.ManagementFactory;

/**
 * CPU time and allocation of the current thread, which exclude the threads of JIT compilers and the garbage collector. A reading
 * costs one to two microseconds, so it should enclose groups of batches, not single small ones.
 */
public final class CpuClock {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    public static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    public static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
