package dev.squeeze.benchmarks;

import dev.squeeze.kit.environment.JvmUsage;

/** The CPU time of a JVM less its garbage collector and its compilers. */
final class WorkCpu {
    private WorkCpu() {}

    static long nanos(JvmUsage used) {
        return used.processCpuNanos()
                - used.gcCpuNanos().orElse(0)
                - used.jitCpuNanos().orElse(0);
    }
}
