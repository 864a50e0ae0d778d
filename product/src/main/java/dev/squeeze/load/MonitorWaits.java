package dev.squeeze.load;

/**
 * Waits of one role for monitors of one class in one method. Waits below 20 microseconds are in none, and those that
 * were going on at the end of the recording are not either.
 *
 * @param monitorClass {@code package.Class} of the object that was locked by another thread
 * @param method {@code package.Class.method} that waited
 * @param waits how often
 */
public record MonitorWaits<R extends Enum<R>>(
        R role, String monitorClass, String method, long waits, double totalMillis, double longestMillis) {}
