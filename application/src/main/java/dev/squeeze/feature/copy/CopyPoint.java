package dev.squeeze.feature.copy;

import java.util.Optional;

/**
 * An interval of a run.
 *
 * @param fromSeconds start, in seconds since copying started
 * @param toSeconds end, in seconds since copying started
 * @param records number of records processed
 * @param sourceBytes their size, as the source stores them
 * @param writtenBytes their size, as this copy stores them; 0 for the source
 * @param clientCpuSeconds CPU time of this program: compressing and sending for a copy, fetching and decompressing for
 *     the source
 * @param brokerCpuSeconds CPU time of all brokers; absent if not visible, and for the source
 */
public record CopyPoint(
        double fromSeconds,
        double toSeconds,
        long records,
        long sourceBytes,
        long writtenBytes,
        double clientCpuSeconds,
        Optional<Double> brokerCpuSeconds) {}
