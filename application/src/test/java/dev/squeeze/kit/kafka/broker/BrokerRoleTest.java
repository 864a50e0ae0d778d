package dev.squeeze.kit.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thread names of a broker of Kafka 4.4.0, except where noted. */
class BrokerRoleTest {
    @ParameterizedTest
    @CsvSource({
        "REQUEST_HANDLER, data-plane-kafka-request-handler-7",
        "NETWORK, data-plane-kafka-network-thread-1-PLAINTEXT-PLAINTEXT-0",
        "NETWORK, data-plane-kafka-network-thread-1-ListenerName(PLAINTEXT)-PLAINTEXT-0", // Kafka 3
        "NETWORK, data-plane-kafka-socket-acceptor-PLAINTEXT-PLAINTEXT-39417",
        "CONTROLLER, data-plane-kafka-network-thread-1-CONTROLLER-PLAINTEXT-2",
        "CONTROLLER, data-plane-kafka-socket-acceptor-CONTROLLER-PLAINTEXT-38307",
        "CONTROLLER, quorum-controller-1-event-handler",
        "CONTROLLER, kafka-1-raft-io-thread",
        "CONTROLLER, kafka-1-raft-outbound-request-thread",
        "CONTROLLER, kafka-1-metadata-loader-event-handler",
        "CONTROLLER, kafka-1-snapshot-generator-event-handler",
        "CONTROLLER, controller-1-to-controller-registration-channel-manager",
        "CONTROLLER, broker-1-to-controller-heartbeat-channel-manager",
        "CONTROLLER, broker-1-lifecycle-manager-event-handler",
        "CONTROLLER, raft-expiration-reaper",
        "REPLICATION, ReplicaFetcherThread-0-2",
        "LOG_CLEANER, kafka-log-cleaner-thread-0",
        "BACKGROUND, kafka-scheduler-9",
        "BACKGROUND, ExpirationReaper-1-Produce",
        "BACKGROUND, broker-1-ThrottledChannelReaper-Fetch",
        "BACKGROUND, group-coordinator-event-processor-0",
        "BACKGROUND, transaction-log-manager-0",
        "BACKGROUND, SensorExpiryThread",
        "OTHER, main",
        "OTHER, Reference Handler",
        "OTHER, squeeze-parent-watch"
    })
    void aThreadIsKnownByItsName(BrokerRole role, String name) {
        assertThat(BrokerRole.ofThread(name)).isEqualTo(role);
    }
}
