package dev.squeeze.engine.load;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What one worker did in the measured window.
 *
 * @param worker its id
 * @param producers of the load that it had
 * @param records acknowledged
 * @param payloadBytes of their keys and values
 * @param seconds length of its window
 * @param applicationCpuNanos of its application threads
 * @param networkCpuNanos of its producers' network threads
 * @param processCpuNanos of its whole process
 * @param consumerCpuNanos of its consumers' threads; absent where none read meanwhile
 * @param serviceCpuNanos of its gateway's process; absent where its producers sent
 * @param driversCpuNanos of its drivers' processes; absent where Java's producer sent
 * @param busyShare of its machine's processors; absent where that is not visible
 * @param stolenShare what the host gave to other machines, of what its machine wanted; absent like that
 * @param standstillNanos the longest that its process stood still in the trial
 * @param lateNanos by how much it learned too late of a moment, at most
 */
public record WorkerShare(
        String worker,
        int producers,
        long records,
        long payloadBytes,
        double seconds,
        long applicationCpuNanos,
        long networkCpuNanos,
        long processCpuNanos,
        OptionalLong consumerCpuNanos,
        OptionalLong serviceCpuNanos,
        OptionalLong driversCpuNanos,
        OptionalDouble busyShare,
        OptionalDouble stolenShare,
        long standstillNanos,
        long lateNanos) {}
