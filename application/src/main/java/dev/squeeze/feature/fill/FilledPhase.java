package dev.squeeze.feature.fill;

import java.util.Optional;

/**
 * What a phase of filling a topic wrote.
 *
 * @param name of the phase
 * @param records acknowledged
 * @param payloadBytes of their keys and values
 * @param seconds from the first record to the last acknowledgement
 * @param wireBytes that the producer sent, by its own metric
 * @param diskBytes that the topic grew by, all replicas; absent where brokers do not report it
 */
public record FilledPhase(
        String name, long records, long payloadBytes, double seconds, double wireBytes, Optional<Long> diskBytes) {}
