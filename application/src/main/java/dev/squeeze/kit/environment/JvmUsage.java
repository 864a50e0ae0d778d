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
 * What a JVM has used since it began, thread by thread, or the difference of two such snapshots.
 *
 * <p>The processor time of the process is complete, in steps of 10 ms on Linux. That of the threads is finer, but only
 * shows those that live: what a thread used that ended between two snapshots is in their difference's process, not in
 * its threads.
 *
 * @param threads every live Java thread, by its id, which no other thread of the JVM ever has
 * @param vmThreads the collector's and the compilers' threads; absent where the system does not show them
 * @param processCpuNanos of all threads that ever lived
 * @param clockNanos when the snapshot was taken, since an arbitrary moment; of a difference, the time between
 */
public record JvmUsage(
        Map<Long, ThreadUsage> threads, Optional<VmThreads> vmThreads, long processCpuNanos, long clockNanos) {
    public JvmUsage {
        threads = Collections.unmodifiableMap(new TreeMap<>(threads));
    }

    /**
     * From now on this JVM takes the time of every wait for a monitor, which costs two readings of the clock for each.
     *
     * <p>What was blocked before is in no snapshot; the count of waits is in all.
     */
    public static void timeContention() {
        timeContention(ManagementFactory.getThreadMXBean());
    }

    /** The same for the JVM that this bean belongs to; one that cannot do it is left as it is. */
    public static void timeContention(java.lang.management.ThreadMXBean bean) {
        if (bean.isThreadContentionMonitoringSupported()) {
            bean.setThreadContentionMonitoringEnabled(true);
        }
    }

    /** What this JVM has used. Takes a few milliseconds. */
    public static JvmUsage current() {
        return of(
                ManagementFactory.getPlatformMXBean(ThreadMXBean.class),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class),
                VmThreads.ofThisJvm());
    }

    /**
     * What the JVM has used that these beans belong to.
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
            // Of a thread that has ended meanwhile there is no information, or no time.
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

    /** What was used since an earlier snapshot of the same JVM. */
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
     * What several JVMs used in the same stretch of time, as if it were one. The time between is their mean.
     *
     * @param differences of two snapshots each, at least one
     */
    public static JvmUsage together(List<JvmUsage> differences) {
        Map<Long, ThreadUsage> threads = new TreeMap<>();
        Optional<VmThreads> vmThreads = Optional.of(new VmThreads(Map.of(), Map.of()));
        long processCpuNanos = 0;
        long clockNanos = 0;
        for (int i = 0; i < differences.size(); i++) {
            JvmUsage jvm = differences.get(i);
            // Ids are unique within a JVM only.
            long first = (long) i << Integer.SIZE;
            jvm.threads.forEach((id, usage) -> threads.put(first + id, usage));
            vmThreads = vmThreads.flatMap(sum -> jvm.vmThreads.map(more -> sum.and(more, first)));
            processCpuNanos += jvm.processCpuNanos;
            clockNanos += jvm.clockNanos;
        }
        return new JvmUsage(threads, vmThreads, processCpuNanos, clockNanos / differences.size());
    }

    /** Of the collector; absent where the system does not show its threads. */
    public OptionalLong gcCpuNanos() {
        return vmThreads.stream().mapToLong(VmThreads::gcTotalNanos).findFirst();
    }

    /** Of the compilers; absent where the system does not show their threads. */
    public OptionalLong jitCpuNanos() {
        return vmThreads.stream().mapToLong(VmThreads::jitTotalNanos).findFirst();
    }

    /** What the process used and none of the threads shown here: threads that have ended, and the JVM's own. */
    public long unattributedCpuNanos() {
        long shown = threads.values().stream().mapToLong(ThreadUsage::cpuNanos).sum()
                + gcCpuNanos().orElse(0)
                + jitCpuNanos().orElse(0);
        return Math.max(0, processCpuNanos - shown);
    }

    /**
     * Sums by role. The role for all else also gets what is {@linkplain #unattributedCpuNanos unattributed}, so that
     * the sum of all is the processor time of the process.
     *
     * @return every role, in its order; without those of the collector and the compilers where they are not shown
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
