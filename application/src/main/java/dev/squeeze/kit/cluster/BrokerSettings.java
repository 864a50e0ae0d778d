package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Kafka settings of one broker in a cluster where each is also a controller. Settings that differ from Kafka's defaults have a
 * reason given here; all others, and so the broker's work for its clients, are as in production.
 */
final class BrokerSettings {
    /** An internal topic cannot have more replicas than there are brokers; Kafka's default is three. */
    private static final int MAX_INTERNAL_REPLICAS = 3;

    private BrokerSettings() {}

    /**
     * @param node 1 for the first broker
     * @param clientPorts one for each broker
     * @param controllerPorts one for each broker
     */
    static Properties of(int node, Path dataFolder, List<Integer> clientPorts, List<Integer> controllerPorts) {
        int brokers = clientPorts.size();
        String internalReplicas = String.valueOf(Math.min(MAX_INTERNAL_REPLICAS, brokers));
        String internalMinimum = String.valueOf(Math.min(MAX_INTERNAL_REPLICAS, brokers) / 2 + 1);
        Properties settings = new Properties();
        settings.setProperty("node.id", String.valueOf(node));
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty(
                "listeners",
                "PLAINTEXT://" + address(clientPorts.get(node - 1)) + "," + BrokerMain.CONTROLLER_LISTENER + "://"
                        + address(controllerPorts.get(node - 1)));
        settings.setProperty("controller.listener.names", BrokerMain.CONTROLLER_LISTENER);
        // Static voters, because their ports are not part of the data: a folder can be started again with other ports.
        settings.setProperty(
                "controller.quorum.voters",
                IntStream.rangeClosed(1, brokers)
                        .mapToObj(id -> id + "@" + address(controllerPorts.get(id - 1)))
                        .collect(Collectors.joining(",")));
        settings.setProperty("log.dirs", dataFolder.toString());

        settings.setProperty("offsets.topic.replication.factor", internalReplicas);
        settings.setProperty("transaction.state.log.replication.factor", internalReplicas);
        settings.setProperty("transaction.state.log.min.isr", internalMinimum);
        settings.setProperty("share.coordinator.state.topic.replication.factor", internalReplicas);
        settings.setProperty("share.coordinator.state.topic.min.isr", internalMinimum);
        // The default of 50 partitions each is meant for clusters with thousands of groups; creating them delays the
        // first consumer.
        settings.setProperty("offsets.topic.num.partitions", "4");
        settings.setProperty("transaction.state.log.num.partitions", "4");
        settings.setProperty("share.coordinator.state.topic.num.partitions", "4");
        // No other member will join the group: its first consumer need not wait 3 s for others.
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        // By default, files of deleted topics remain for a minute; a run with one topic per trial could fill the disk.
        settings.setProperty("log.segment.delete.delay.ms", "200");
        // Five minutes by default, in which a run could fill the disk despite topics with limited retention.
        settings.setProperty("log.retention.check.interval.ms", "10000");
        // The cleaner allocates 128 MiB of heap at once by default.
        settings.setProperty("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        // Several brokers all end together: none is left to take over partitions, and waiting for that takes minutes. A
        // single broker shuts down immediately; without a controlled shutdown, its next start would wait 9 s for the
        // old session to expire.
        settings.setProperty("controlled.shutdown.enable", String.valueOf(brokers == 1));
        // All voters are on one machine; the default timeout of a second is meant for networks.
        settings.setProperty("controller.quorum.election.timeout.ms", "300");
        settings.setProperty("controller.quorum.election.backoff.max.ms", "300");
        return settings;
    }

    static String address(int port) {
        return FreePorts.HOST + ":" + port;
    }
}
