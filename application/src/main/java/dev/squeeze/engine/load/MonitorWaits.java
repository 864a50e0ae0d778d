package dev.squeeze.engine.load;

import java.util.Optional;

/**
 * Waits of one role, in one method, for monitors of one class. Waits shorter than 20 microseconds, and those still in
 * progress at the end of the recording, are not included.
 *
 * @param monitorClass {@code package.Class} of the object that was locked by another thread
 * @param method {@code package.Class.method} that waited
 * @param waits number of waits
 * @param share of the time that the role's threads ran, were ready to run or waited for a monitor; 0 to 1
 * @param heldBy the role whose threads held the monitor for most of the waiting time; absent if not recorded
 */
public record MonitorWaits<R extends Enum<R>>(
        R role,
        String monitorClass,
        String method,
        long waits,
        double totalMillis,
        double longestMillis,
        double share,
        Optional<R> heldBy) {}
