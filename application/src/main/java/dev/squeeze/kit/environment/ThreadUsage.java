package dev.squeeze.kit.environment;

import java.util.OptionalLong;

/**
 * What one thread, or all threads of one role, have used since they began or between two snapshots.
 *
 * @param name of the thread or the role
 * @param blockedMillis time spent waiting for monitors ({@code synchronized}, not the locks of java.util.concurrent);
 *     absent unless {@link JvmUsage#timeContention} came before
 * @param blockedCount how often a monitor was waited for
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
            throw new IllegalArgumentException("a thread cannot have used less than nothing: " + name);
        }
    }

    /** What a role without threads has used. */
    public static ThreadUsage none(String name) {
        return ofCpu(name, 0);
    }

    /** What a thread has used that is known to run no Java. */
    static ThreadUsage ofCpu(String name, long cpuNanos) {
        return new ThreadUsage(name, cpuNanos, 0, OptionalLong.of(0), 0, OptionalLong.of(0));
    }

    /** The sum, under this name; a time that either lacks is absent. */
    public ThreadUsage plus(ThreadUsage other) {
        return new ThreadUsage(
                name,
                cpuNanos + other.cpuNanos,
                allocatedBytes + other.allocatedBytes,
                sum(blockedMillis, other.blockedMillis, 1),
                blockedCount + other.blockedCount,
                sum(waitedMillis, other.waitedMillis, 1));
    }

    /** What was used since an earlier look at the same thread. */
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
