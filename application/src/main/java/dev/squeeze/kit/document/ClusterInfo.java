package dev.squeeze.kit.document;

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
 * @param brokerUsage where brokers' CPU was read
 * @param service what took the records over HTTP; absent where producers of our own sent them
 * @param workers who sent from other machines; absent where this one did
 */
public record ClusterInfo(
        boolean embedded,
        OptionalInt brokers,
        Optional<String> bootstrap,
        OptionalLong brokerHeapBytes,
        BrokerUsage brokerUsage,
        Optional<ServiceInfo> service,
        Optional<WorkersInfo> workers) {
    /** A cluster that producers of our own sent to. */
    public ClusterInfo(
            boolean embedded,
            OptionalInt brokers,
            Optional<String> bootstrap,
            OptionalLong brokerHeapBytes,
            BrokerUsage brokerUsage) {
        this(embedded, brokers, bootstrap, brokerHeapBytes, brokerUsage, Optional.empty(), Optional.empty());
    }

    /** The same cluster behind a service. */
    public ClusterInfo behind(ServiceInfo front) {
        return new ClusterInfo(embedded, brokers, bootstrap, brokerHeapBytes, brokerUsage, Optional.of(front), workers);
    }

    /** The same cluster, sent to from other machines. */
    public ClusterInfo sentToBy(WorkersInfo others) {
        return new ClusterInfo(
                embedded, brokers, bootstrap, brokerHeapBytes, brokerUsage, service, Optional.of(others));
    }
}
