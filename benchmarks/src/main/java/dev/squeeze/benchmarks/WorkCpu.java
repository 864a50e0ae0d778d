package dev.squeeze.benchmarks;

import dev.squeeze.kit.environment.JvmUsage;

/** CPU time of a JVM without garbage collection and JIT compilation. */
final class WorkCpu {
    private WorkCpu() {}

    static long nanos(JvmUsage used) {
        return used.processCpuNanos()
                - used.gcCpuNanos().orElse(0)
                - used.jitCpuNanos().orElse(0);
    }
}
