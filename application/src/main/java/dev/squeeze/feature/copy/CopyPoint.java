package dev.squeeze.feature.copy;

import java.util.Optional;

/**
 * An interval of a run.
 *
 * @param fromSeconds its beginning, since copying began
 * @param toSeconds its end
 * @param records that went through
 * @param sourceBytes of them, as the source stores them
 * @param writtenBytes of them, as this copy stores them; 0 of the source itself
 * @param clientCpuSeconds of this program: of compressing and sending for a copy, of fetching and decompressing for the source
 * @param brokerCpuSeconds of all brokers; absent where they are not visible, and for the source
 */
public record CopyPoint(
        double fromSeconds,
        double toSeconds,
        long records,
        long sourceBytes,
        long writtenBytes,
        double clientCpuSeconds,
        Optional<Double> brokerCpuSeconds) {}
