package dev.squeeze.kit.kafka;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.BootstrapConfiguration;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/** Creates the parts of Kafka's network client from the user's settings. */
final class NetworkSetup {
    /**
     * Upper limit of a response: 336 MiB. Kafka's clients set no limit and allocate as much as the first four bytes say. If a
     * listener responds with TLS, these are the start of an alert record, 0x15 and its version, which reads as this size or
     * slightly more.
     */
    private static final int MAX_ANSWER_BYTES = 0x1500_0000;

    /** The client id in the broker's log if the settings contain none. */
    private static final String CLIENT_ID = "squeeze-raw";

    private NetworkSetup() {}

    static List<Node> bootstrapNodes(AdminClientConfig config) {
        List<Node> nodes = new ArrayList<>();
        List<InetSocketAddress> addresses = ClientUtils.parseAndValidateAddresses(
                config.getList(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG),
                config.getString(CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG));
        for (InetSocketAddress address : addresses) {
            // Negative, as in Kafka's clients: a broker's own id is not known before it has responded.
            nodes.add(new Node(-1 - nodes.size(), address.getHostString(), address.getPort()));
        }
        return nodes;
    }

    static Selector selector(AdminClientConfig config, Metrics metrics, ChannelBuilder channels) {
        return new Selector(
                MAX_ANSWER_BYTES - 1,
                config.getLong(CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG),
                metrics,
                Time.SYSTEM,
                CLIENT_ID,
                Map.of(),
                false,
                channels,
                new LogContext());
    }

    static NetworkClient network(AdminClientConfig config, Selector selector, RawClientOptions options) {
        String clientId = config.getString(CommonClientConfigs.CLIENT_ID_CONFIG);
        return new NetworkClient(
                selector,
                new ManualMetadataUpdater(),
                clientId.isEmpty() ? CLIENT_ID : clientId,
                options.maxInFlight(),
                config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG),
                config.getLong(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG),
                config.getInt(CommonClientConfigs.SEND_BUFFER_CONFIG),
                config.getInt(CommonClientConfigs.RECEIVE_BUFFER_CONFIG),
                Math.toIntExact(options.timeLimit().toMillis()),
                config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG),
                config.getLong(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG),
                Time.SYSTEM,
                true,
                new ApiVersions(),
                new LogContext(),
                MetadataRecoveryStrategy.NONE,
                BootstrapConfiguration.DISABLED,
                false);
    }
}
