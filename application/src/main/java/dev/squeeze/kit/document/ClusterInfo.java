package dev.squeeze.kit.document;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The cluster used in a run.
 *
 * @param embedded whether its brokers were started by this tool on this machine
 * @param brokers number of brokers, if known; for the user's cluster, as given in its description
 * @param bootstrap as given to clients; absent for an embedded cluster, where it differs each time
 * @param brokerHeapBytes of each embedded broker
 * @param brokerUsage where the brokers' CPU usage was read
 * @param service that received the records over HTTP; absent if producers sent them directly
 * @param workers that sent from other machines; absent if this machine sent
 */
public record ClusterInfo(
        boolean embedded,
        OptionalInt brokers,
        Optional<String> bootstrap,
        OptionalLong brokerHeapBytes,
        BrokerUsage brokerUsage,
        Optional<ServiceInfo> service,
        Optional<WorkersInfo> workers) {
    /** A cluster that this tool's producers send to directly. */
    public ClusterInfo(
            boolean embedded,
            OptionalInt brokers,
            Optional<String> bootstrap,
            OptionalLong brokerHeapBytes,
            BrokerUsage brokerUsage) {
        this(embedded, brokers, bootstrap, brokerHeapBytes, brokerUsage, Optional.empty(), Optional.empty());
    }

    /** The same cluster with a service in front. */
    public ClusterInfo behind(ServiceInfo front) {
        return new ClusterInfo(embedded, brokers, bootstrap, brokerHeapBytes, brokerUsage, Optional.of(front), workers);
    }

    /** The same cluster with records sent from other machines. */
    public ClusterInfo sentToBy(WorkersInfo others) {
        return new ClusterInfo(
                embedded, brokers, bootstrap, brokerHeapBytes, brokerUsage, service, Optional.of(others));
    }
}
