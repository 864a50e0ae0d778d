package dev.squeeze.kit.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Connections to brokers over Kafka's own network client, which handles TLS, SASL and version negotiation. All work is done in the
 * caller's thread.
 */
final class BrokerConnections implements AutoCloseable {
    /** Maximum time of one poll, so that interrupts and deadlines are noticed. */
    private static final long POLL_MILLIS = 100;
    /** The part of the time limit reserved for finding out why a connection failed, at most 2 s. */
    private static final int PROBE_SHARE = 4;

    private static final Duration MAX_PROBE_TIME = Duration.ofSeconds(2);
    /** A controller takes seconds to notice that a broker is gone. */
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);

    private final NetworkClient network;
    private final Metrics metrics;
    private final List<Node> bootstrap;
    private final String bootstrapServers;
    private final boolean encrypted;
    private final Duration timeLimit;

    private BrokerConnections(
            NetworkClient network,
            Metrics metrics,
            List<Node> bootstrap,
            AdminClientConfig config,
            Duration timeLimit) {
        this.network = network;
        this.metrics = metrics;
        this.bootstrap = List.copyOf(bootstrap);
        this.bootstrapServers = String.join(",", config.getList(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
        this.encrypted = config.getString(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)
                .toUpperCase(Locale.ROOT)
                .endsWith("SSL");
        this.timeLimit = timeLimit;
    }

    /** Prepares the connections without connecting yet. */
    static BrokerConnections open(Map<String, Object> settings, RawClientOptions options) {
        Object servers = settings.getOrDefault(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "");
        // Producer and consumer settings are irrelevant here; unknown settings were already refused when the file was
        // read.
        Map<String, Object> known = new HashMap<>(settings);
        known.keySet().retainAll(AdminClientConfig.configNames());
        Metrics metrics = new Metrics();
        Selector selector = null;
        ChannelBuilder channels = null;
        try {
            AdminClientConfig config = new AdminClientConfig(known);
            List<Node> bootstrap = NetworkSetup.bootstrapNodes(config);
            channels = ClientUtils.createChannelBuilder(config, Time.SYSTEM, new LogContext());
            selector = NetworkSetup.selector(config, metrics, channels);
            NetworkClient network = NetworkSetup.network(config, selector, options);
            return new BrokerConnections(network, metrics, bootstrap, config, options.timeLimit());
        } catch (KafkaException | IllegalArgumentException e) {
            Utils.closeQuietly(selector, "selector");
            Utils.closeQuietly(selector == null ? channels : null, "channels");
            metrics.close();
            throw new RawAccessException(SetupProblem.explain(String.valueOf(servers), known, e));
        }
    }

    Deadline deadline() {
        return Deadline.in(timeLimit);
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    /**
     * Returns a broker that can be connected to: one of the known brokers, otherwise one of the bootstrap addresses. Each is tried
     * once, so that a wrong address is reported as soon as it is refused.
     *
     * @throws RawAccessException explaining the last failure if none can be connected to
     */
    Node anyBroker(Iterable<Node> known, Deadline deadline) {
        return firstReady(known, deadline).orElseThrow(() -> unreachable(bootstrap.get(bootstrap.size() - 1)));
    }

    private Optional<Node> firstReady(Iterable<Node> known, Deadline deadline) {
        List<Node> candidates = new ArrayList<>();
        known.forEach(candidates::add);
        candidates.addAll(bootstrap);
        Deadline connecting = connectingUntil(deadline);
        for (int i = 0; i < candidates.size(); i++) {
            if (becomesReady(candidates.get(i), connecting.share(candidates.size() - i), true)) {
                return Optional.of(candidates.get(i));
            }
        }
        return Optional.empty();
    }

    /** Waits until a broker is connected and accepts another request, reconnecting if necessary. */
    void awaitReady(Node broker, Deadline deadline) {
        if (!network.isReady(broker, Time.SYSTEM.milliseconds())
                && !becomesReady(broker, connectingUntil(deadline), false)) {
            throw unreachable(broker);
        }
    }

    /** Whether a broker accepts another request; if it is not connected, after one connection attempt. */
    boolean connects(Node broker, Deadline deadline) {
        return network.isReady(broker, Time.SYSTEM.milliseconds())
                || becomesReady(broker, connectingUntil(deadline), true);
    }

    /** Reserves the rest of the time for finding out why there is no connection. */
    private Deadline connectingUntil(Deadline deadline) {
        return deadline.earlierBy(probeTimeout().multipliedBy(2));
    }

    /**
     * Called when the connection to a broker failed or was lost: returns, after a pause, once any broker can be connected to,
     * possibly the same one.
     *
     * @param lost the broker
     * @param known other brokers
     * @throws RawAccessException explaining the failure if the time limit is exceeded
     */
    void awaitAnother(Node lost, Iterable<Node> known, Deadline deadline) {
        Deadline connecting = connectingUntil(deadline);
        do {
            pause(connecting, RECONNECT_PAUSE);
            if (connecting.isPast()) {
                throw unreachable(lost);
            }
        } while (firstReady(known, deadline).isEmpty());
    }

    private boolean becomesReady(Node broker, Deadline deadline, boolean onlyOnce) {
        while (!network.ready(broker, Time.SYSTEM.milliseconds())) {
            if (deadline.isPast()) {
                return false;
            }
            poll(deadline);
            AuthenticationException refused = network.authenticationException(broker);
            if (refused != null) {
                throw loginRefused(broker, refused);
            }
            if (onlyOnce && network.connectionFailed(broker)) {
                return false;
            }
        }
        return true;
    }

    private Duration probeTimeout() {
        Duration half = timeLimit.dividedBy(2L * PROBE_SHARE);
        return half.compareTo(MAX_PROBE_TIME.dividedBy(2)) < 0 ? half : MAX_PROBE_TIME.dividedBy(2);
    }

    private RawAccessException unreachable(Node broker) {
        return new RawAccessException("no connection to " + address(broker) + ": "
                + ConnectionProbe.explain(broker.host(), broker.port(), encrypted, probeTimeout()));
    }

    private static RawAccessException loginRefused(Node broker, AuthenticationException refused) {
        if (refused instanceof SslAuthenticationException) {
            return new RawAccessException(
                    "no connection to " + address(broker) + ": the TLS handshake failed ("
                            + FailureWords.of(refused)
                            + "); if its certificate is not trusted, name a truststore with its CA in"
                            + " ssl.truststore.location and ssl.truststore.type",
                    refused);
        }
        return new RawAccessException(
                "no connection to " + address(broker) + ": it refused the login ("
                        + refused.getMessage()
                        + "); check sasl.mechanism and sasl.jaas.config",
                refused);
    }

    static String address(Node broker) {
        return broker.host() + ":" + broker.port();
    }

    /** Queues a request for a broker that is ready; it is sent by the next polls. */
    void send(Node broker, AbstractRequest.Builder<?> request, boolean answered, Consumer<ClientResponse> whenDone) {
        long now = Time.SYSTEM.milliseconds();
        network.send(
                network.newClientRequest(
                        broker.idString(),
                        request,
                        now,
                        answered,
                        Math.toIntExact(timeLimit.toMillis()),
                        whenDone::accept),
                now);
    }

    /**
     * Sends a read-only request and waits for its response.
     *
     * @param what the purpose of the request, as the start of an error message
     * @return empty if the broker cannot be connected to, or the connection is lost
     */
    Optional<AbstractResponse> ask(Node broker, AbstractRequest.Builder<?> request, String what, Deadline deadline) {
        if (!connects(broker, deadline)) {
            return Optional.empty();
        }
        AtomicReference<ClientResponse> answer = new AtomicReference<>();
        send(broker, request, true, answer::set);
        ClientResponse response = answer.get();
        while (response == null) {
            poll(deadline);
            response = answer.get();
            if (response == null && deadline.isPast()) {
                network.disconnect(broker.idString());
                throw silent(broker, what);
            }
        }
        Optional<RawAccessException> failure = failure(response, broker, what);
        if (failure.isEmpty()) {
            return Optional.of(response.responseBody());
        }
        if (!response.wasDisconnected() || response.authenticationException() != null || deadline.isPast()) {
            throw failure.get();
        }
        return Optional.empty();
    }

    /** Why there is no response to a request, if it failed. */
    Optional<RawAccessException> failure(ClientResponse response, Node broker, String what) {
        AuthenticationException refused = response.authenticationException();
        UnsupportedVersionException tooOld = response.versionMismatch();
        if (refused != null) {
            return Optional.of(loginRefused(broker, refused));
        }
        if (tooOld != null) {
            return Optional.of(new RawAccessException(
                    what + ": " + address(broker) + " is too old for this request (" + tooOld.getMessage()
                            + "); Kafka 2.1 is the minimum",
                    tooOld));
        }
        if (response.wasTimedOut()) {
            return Optional.of(silent(broker, what));
        }
        return response.wasDisconnected()
                ? Optional.of(new RawAccessException(what + ": the connection to " + address(broker)
                        + " was lost; look at the broker's log and try again"))
                : Optional.empty();
    }

    private RawAccessException silent(Node broker, String what) {
        return new RawAccessException(what + ": " + address(broker) + " did not answer within " + timeLimit.toMillis()
                + " ms; look at the broker, or allow more time");
    }

    /**
     * Sends and receives on the sockets, and completes requests that were answered.
     *
     * @throws RawAccessException if the thread is interrupted (the interrupt flag remains set), or if a response cannot be parsed
     *     or belongs to another request
     */
    void poll(Deadline deadline) {
        if (Thread.currentThread().isInterrupted()) {
            throw new RawAccessException("interrupted while waiting for " + bootstrapServers);
        }
        try {
            network.poll(Math.min(POLL_MILLIS, deadline.remainingMillis()), Time.SYSTEM.milliseconds());
        } catch (RuntimeException e) {
            // Kafka's parsers throw various exceptions, such as SchemaException and BufferUnderflowException.
            throw new RawAccessException(
                    "a response from " + bootstrapServers + " cannot be read ("
                            + FailureWords.of(e)
                            + "); check that the address is that of a Kafka broker, and look at its log",
                    e);
        }
    }

    /** Keeps polling for a while before a retry. */
    void pause(Deadline deadline, Duration time) {
        Deadline end = Deadline.in(time);
        while (!end.isPast() && !deadline.isPast()) {
            poll(end);
        }
    }

    /** Bytes over all connections so far. */
    LinkBytes linkBytes() {
        return new LinkBytes(total("outgoing-byte-total"), total("incoming-byte-total"));
    }

    /** Number of requests sent over all connections so far. */
    long requests() {
        return total("request-total");
    }

    private long total(String metric) {
        return metrics.metrics().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(metric))
                .map(entry -> entry.getValue().metricValue())
                .mapToLong(value -> value instanceof Number number ? number.longValue() : 0)
                .sum();
    }

    @Override
    public void close() {
        network.close();
        metrics.close();
    }
}
