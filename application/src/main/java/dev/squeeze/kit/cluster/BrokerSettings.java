package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Kafka's settings for one broker of several, each of them also a controller. What is set here differs from Kafka's
 * defaults for a reason that is given; all else, and with it what the broker does for its clients, is as in production.
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
        // Static voters, since their ports are no part of the data: a folder can be started again on other ports.
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
        // 50 partitions each are meant for clusters with thousands of groups; creating them delays the first consumer.
        settings.setProperty("offsets.topic.num.partitions", "4");
        settings.setProperty("transaction.state.log.num.partitions", "4");
        settings.setProperty("share.coordinator.state.topic.num.partitions", "4");
        // Nobody else will join the group: its first consumer need not wait 3 s for others.
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        // The files of deleted topics stay for a minute by default, by which a run with a topic for each trial fills a
        // disk.
        settings.setProperty("log.segment.delete.delay.ms", "200");
        // Five minutes by default, in which a run with bounded topics fills a disk all the same.
        settings.setProperty("log.retention.check.interval.ms", "10000");
        // The cleaner takes 128 MiB of heap at once by default.
        settings.setProperty("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        // Of several, all end together: none is there to take partitions over, and waiting for one takes minutes. One
        // alone signs off at once; if it did not, its next start would wait 9 s for its old session to expire.
        settings.setProperty("controlled.shutdown.enable", String.valueOf(brokers == 1));
        // The voters are on one machine: a second of silence before an election is meant for networks.
        settings.setProperty("controller.quorum.election.timeout.ms", "300");
        settings.setProperty("controller.quorum.election.backoff.max.ms", "300");
        return settings;
    }

    static String address(int port) {
        return FreePorts.HOST + ":" + port;
    }
}
