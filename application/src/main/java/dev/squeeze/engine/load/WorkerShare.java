package dev.squeeze.engine.load;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What one worker did in the measured window.
 *
 * @param worker its id
 * @param producers number of the load's producers that it ran
 * @param records acknowledged records
 * @param payloadBytes size of their keys and values
 * @param seconds length of its window
 * @param applicationCpuNanos CPU time of its application threads
 * @param networkCpuNanos CPU time of its producers' network threads
 * @param processCpuNanos CPU time of its whole process
 * @param consumerCpuNanos CPU time of its consumers' threads; absent if none read at the same time
 * @param serviceCpuNanos CPU time of its gateway's process; absent if its producers sent
 * @param driversCpuNanos CPU time of its drivers' processes; absent if the Java producer sent
 * @param busyShare utilisation of its machine's processors; absent if unknown
 * @param stolenShare share of the CPU time its machine wanted that the host gave to others; absent if unknown
 * @param standstillNanos longest pause of its process in the trial
 * @param lateNanos longest delay with which it learned of a time that had already passed
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
