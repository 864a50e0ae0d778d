package dev.squeeze.feature.fill;

import java.util.Optional;

/**
 * The result of one phase of filling a topic.
 *
 * @param name name of the phase
 * @param records acknowledged records
 * @param payloadBytes bytes of their keys and values
 * @param seconds from the first record to the last acknowledgement
 * @param wireBytes bytes that the producer sent, according to its own metric
 * @param diskBytes growth of the topic over all replicas; absent if brokers do not report it
 */
public record FilledPhase(
        String name, long records, long payloadBytes, double seconds, double wireBytes, Optional<Long> diskBytes) {}
