package dev.squeeze.kit.environment;

import java.util.OptionalLong;

/**
 * Resource usage of one thread, or of all threads of a role, since their start or between two snapshots.
 *
 * @param name of the thread or the role
 * @param blockedMillis time spent waiting for monitors ({@code synchronized}, not the locks of java.util.concurrent); absent unless
 *     enabled with {@link JvmUsage#timeContention}
 * @param blockedCount number of waits for a monitor
 * @param waitedMillis time spent in Object.wait, LockSupport.park and sleep; absent like {@code blockedMillis}
 */
public record ThreadUsage(
        String name,
        long cpuNanos,
        long allocatedBytes,
        OptionalLong blockedMillis,
        long blockedCount,
        OptionalLong waitedMillis) {
    public ThreadUsage {
        if (cpuNanos < 0 || allocatedBytes < 0 || blockedCount < 0) {
            throw new IllegalArgumentException("the usage of a thread must not be negative: " + name);
        }
    }

    /** The usage of a role without threads. */
    public static ThreadUsage none(String name) {
        return ofCpu(name, 0);
    }

    /** The usage of a thread that executes no Java code. */
    static ThreadUsage ofCpu(String name, long cpuNanos) {
        return new ThreadUsage(name, cpuNanos, 0, OptionalLong.of(0), 0, OptionalLong.of(0));
    }

    /** The sum, with the name of this one; a time that is absent in either is absent. */
    public ThreadUsage plus(ThreadUsage other) {
        return new ThreadUsage(
                name,
                cpuNanos + other.cpuNanos,
                allocatedBytes + other.allocatedBytes,
                sum(blockedMillis, other.blockedMillis, 1),
                blockedCount + other.blockedCount,
                sum(waitedMillis, other.waitedMillis, 1));
    }

    /** The usage since an earlier snapshot of the same thread. */
    ThreadUsage minus(ThreadUsage earlier) {
        return new ThreadUsage(
                name,
                Math.max(0, cpuNanos - earlier.cpuNanos),
                Math.max(0, allocatedBytes - earlier.allocatedBytes),
                sum(blockedMillis, earlier.blockedMillis, -1),
                Math.max(0, blockedCount - earlier.blockedCount),
                sum(waitedMillis, earlier.waitedMillis, -1));
    }

    private static OptionalLong sum(OptionalLong left, OptionalLong right, int sign) {
        return left.isPresent() && right.isPresent()
                ? OptionalLong.of(Math.max(0, left.getAsLong() + sign * right.getAsLong()))
                : OptionalLong.empty();
    }
}
