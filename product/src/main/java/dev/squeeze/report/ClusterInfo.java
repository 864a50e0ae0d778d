package dev.squeeze.report;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The cluster that was worked on.
 *
 * @param embedded true for brokers of our own on this machine
 * @param brokers how many, where known; those of the user's cluster that its description names
 * @param bootstrap as given to clients; of an embedded cluster left out, since it differs each time
 * @param brokerHeapBytes of each embedded broker
 * @param brokerUsage where brokers' CPU was read: {@code process}, {@code jmx} or {@code not visible}
 */
public record ClusterInfo(
        boolean embedded,
        OptionalInt brokers,
        Optional<String> bootstrap,
        OptionalLong brokerHeapBytes,
        String brokerUsage) {}
