package dev.squeeze.engine.load;

import java.util.Optional;

/**
 * Waits of one role for monitors of one class in one method. Waits below 20 microseconds are in none, and those that
 * were going on at the end of the recording are not either.
 *
 * @param monitorClass {@code package.Class} of the object that was locked by another thread
 * @param method {@code package.Class.method} that waited
 * @param waits how often
 * @param share of the time that the role's threads ran, were ready to run or waited for a monitor; 0 to 1
 * @param heldBy the role whose threads held it for the longest part of the waiting; absent where that was not recorded
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
