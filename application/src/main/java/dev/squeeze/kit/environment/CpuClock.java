package dev.squeeze.kit.environment;

import java.lang.management.ManagementFactory;

/**
 * CPU time and allocation of the current thread. JIT compilers and the garbage collector run in threads of their own and
 * are not in it. A reading costs one to two microseconds, so it goes around groups of batches, never around one small one.
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
