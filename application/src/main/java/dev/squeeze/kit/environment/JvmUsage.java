package dev.squeeze.kit.environment;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resource usage of a JVM by thread since its start, or the difference of two such snapshots.
 *
 * <p>The CPU time of the process is complete, with a resolution of 10 ms on Linux. That of the threads is finer, but only covers
 * live threads: usage of a thread that ended between two snapshots is part of the process in their difference, but not of its
 * threads.
 *
 * @param threads all live Java threads by id; ids are never reused within a JVM
 * @param vmThreads threads of the garbage collector and the compilers; absent if the operating system does not show them
 * @param processCpuNanos CPU time of all threads that ever lived
 * @param clockNanos when the snapshot was taken, relative to an arbitrary time; in a difference, the time between the snapshots
 */
public record JvmUsage(
        Map<Long, ThreadUsage> threads, Optional<VmThreads> vmThreads, long processCpuNanos, long clockNanos) {
    public JvmUsage {
        threads = Collections.unmodifiableMap(new TreeMap<>(threads));
    }

    /**
     * From now on this JVM measures the time of every wait for a monitor, at a cost of two clock readings for each.
     *
     * <p>Snapshots exclude the time of earlier waits, but always contain the number of all waits.
     */
    public static void timeContention() {
        timeContention(ManagementFactory.getThreadMXBean());
    }

    /** The same for the JVM of this bean; does nothing if that JVM does not support it. */
    public static void timeContention(java.lang.management.ThreadMXBean bean) {
        if (bean.isThreadContentionMonitoringSupported()) {
            bean.setThreadContentionMonitoringEnabled(true);
        }
    }

    /** The usage of this JVM. Takes a few milliseconds. */
    public static JvmUsage current() {
        return of(
                ManagementFactory.getPlatformMXBean(ThreadMXBean.class),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class),
                VmThreads.ofThisJvm());
    }

    /**
     * The usage of the JVM of these beans.
     *
     * @param vmThreads of the same JVM
     */
    public static JvmUsage of(ThreadMXBean bean, OperatingSystemMXBean system, Optional<VmThreads> vmThreads) {
        long[] ids = bean.getAllThreadIds();
        long[] cpuNanos = bean.getThreadCpuTime(ids);
        long[] allocatedBytes = bean.getThreadAllocatedBytes(ids);
        @Nullable ThreadInfo[] infos = bean.getThreadInfo(ids);
        boolean timed = bean.isThreadContentionMonitoringSupported() && bean.isThreadContentionMonitoringEnabled();
        Map<Long, ThreadUsage> threads = new TreeMap<>();
        for (int i = 0; i < ids.length; i++) {
            ThreadInfo info = infos[i];
            // A thread that has just ended has no information or no time.
            if (info != null && cpuNanos[i] >= 0) {
                threads.put(ids[i], usage(info, cpuNanos[i], Math.max(0, allocatedBytes[i]), timed));
            }
        }
        return new JvmUsage(threads, vmThreads, Math.max(0, system.getProcessCpuTime()), System.nanoTime());
    }

    private static ThreadUsage usage(ThreadInfo info, long cpuNanos, long allocatedBytes, boolean timed) {
        return new ThreadUsage(
                info.getThreadName(),
                cpuNanos,
                allocatedBytes,
                timed ? OptionalLong.of(Math.max(0, info.getBlockedTime())) : OptionalLong.empty(),
                info.getBlockedCount(),
                timed ? OptionalLong.of(Math.max(0, info.getWaitedTime())) : OptionalLong.empty());
    }

    /** The usage since an earlier snapshot of the same JVM. */
    public JvmUsage minus(JvmUsage earlier) {
        Map<Long, ThreadUsage> difference = new TreeMap<>();
        threads.forEach((id, usage) -> {
            ThreadUsage before = earlier.threads.get(id);
            difference.put(id, before == null ? usage : usage.minus(before));
        });
        return new JvmUsage(
                difference,
                vmThreads.flatMap(now -> earlier.vmThreads.map(now::minus)),
                Math.max(0, processCpuNanos - earlier.processCpuNanos),
                clockNanos - earlier.clockNanos);
    }

    /**
     * The combined usage of several JVMs in the same period. The time between snapshots is their mean.
     *
     * @param differences one difference of two snapshots per JVM, at least one
     */
    public static JvmUsage together(List<JvmUsage> differences) {
        Map<Long, ThreadUsage> threads = new TreeMap<>();
        Optional<VmThreads> vmThreads = Optional.of(new VmThreads(Map.of(), Map.of()));
        long processCpuNanos = 0;
        long clockNanos = 0;
        for (int i = 0; i < differences.size(); i++) {
            JvmUsage jvm = differences.get(i);
            // Ids are only unique within a JVM.
            long first = (long) i << Integer.SIZE;
            jvm.threads.forEach((id, usage) -> threads.put(first + id, usage));
            vmThreads = vmThreads.flatMap(sum -> jvm.vmThreads.map(more -> sum.and(more, first)));
            processCpuNanos += jvm.processCpuNanos;
            clockNanos += jvm.clockNanos;
        }
        return new JvmUsage(threads, vmThreads, processCpuNanos, clockNanos / differences.size());
    }

    /** CPU time of the garbage collector; absent if the operating system does not show its threads. */
    public OptionalLong gcCpuNanos() {
        return vmThreads.stream().mapToLong(VmThreads::gcTotalNanos).findFirst();
    }

    /** CPU time of the compilers; absent if the operating system does not show their threads. */
    public OptionalLong jitCpuNanos() {
        return vmThreads.stream().mapToLong(VmThreads::jitTotalNanos).findFirst();
    }

    /**
     * CPU time of the process that belongs to none of these threads, but to threads that have ended or to other threads of the JVM.
     */
    public long unattributedCpuNanos() {
        long shown = threads.values().stream().mapToLong(ThreadUsage::cpuNanos).sum()
                + gcCpuNanos().orElse(0)
                + jitCpuNanos().orElse(0);
        return Math.max(0, processCpuNanos - shown);
    }

    /**
     * Sums by role. The role for everything else includes {@linkplain #unattributedCpuNanos unattributed} time, so that the sum of
     * all roles is the CPU time of the process.
     *
     * @return every role, in order; without those of the garbage collector and the compilers if they are not shown
     */
    public <R extends Enum<R>> Map<R, ThreadUsage> byRole(ThreadRoles<R> roles) {
        Map<R, ThreadUsage> sums = new EnumMap<>(roles.type());
        for (R role : roles.type().getEnumConstants()) {
            sums.put(role, ThreadUsage.none(role.name()));
        }
        threads.values().forEach(usage -> add(sums, roles.ofThread().apply(usage.name()), usage));
        add(sums, roles.other(), ThreadUsage.ofCpu(roles.other().name(), unattributedCpuNanos()));
        if (vmThreads.isPresent()) {
            add(
                    sums,
                    roles.gc(),
                    ThreadUsage.ofCpu(roles.gc().name(), vmThreads.get().gcTotalNanos()));
            add(
                    sums,
                    roles.jit(),
                    ThreadUsage.ofCpu(roles.jit().name(), vmThreads.get().jitTotalNanos()));
        } else {
            sums.remove(roles.gc());
            sums.remove(roles.jit());
        }
        return Collections.unmodifiableMap(sums);
    }

    private static <R> void add(Map<R, ThreadUsage> sums, R role, ThreadUsage usage) {
        sums.computeIfPresent(role, (same, sum) -> sum.plus(usage));
    }
}
