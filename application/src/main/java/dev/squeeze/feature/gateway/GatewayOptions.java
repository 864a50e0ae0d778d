package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.HostHeader;
import dev.squeeze.kit.unit.Range;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a gateway works.
 *
 * @param address to listen on; port 0 takes a free one
 * @param acknowledge when a request is answered
 * @param hosts further names by which clients may call it that show no token
 * @param topics the only ones that are written to; empty: all that exist
 * @param producerProperties Kafka's own, less what it takes to connect
 * @param queue how much may wait
 * @param limits of requests and connections
 * @param token what a client must show
 * @param tls the certificate; absent: plain HTTP
 */
public record GatewayOptions(
        InetSocketAddress address,
        Acknowledge acknowledge,
        Set<String> hosts,
        Set<String> topics,
        Map<String, String> producerProperties,
        Queue queue,
        Limits limits,
        Optional<AccessToken> token,
        Optional<TlsKeystore> tls) {
    /** As Kafka's producer has it. */
    static final long DEFAULT_DELIVERY_MILLIS = 120_000;

    public GatewayOptions {
        hosts = Set.copyOf(hosts);
        topics = Set.copyOf(topics);
        producerProperties = Collections.unmodifiableMap(new TreeMap<>(producerProperties));
        topics.forEach(TopicName::require);
        hosts.forEach(GatewayOptions::requireHost);
        long largest = limits.bodyBytes() + (long) QueueCost.REQUEST_BYTES + QueueCost.RECORD_BYTES;
        if (queue.bytes() < largest) {
            throw new IllegalArgumentException("--queue-bytes must have room for one body of --max-body and the"
                    + " overhead of a record: give at least " + largest + "B, got " + queue.bytes() + "B");
        }
    }

    /**
     * The address to listen on.
     *
     * @param listen as HOST:PORT
     * @throws IllegalArgumentException where it is written otherwise, or this machine does not know the host
     */
    static InetSocketAddress address(String listen) {
        int colon = listen.lastIndexOf(':');
        try {
            String host = colon < 0 ? "" : listen.substring(0, colon);
            String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
            int port = Integer.parseInt(listen.substring(colon + 1));
            if (!bare.isEmpty() && port >= 0 && port <= 65_535) {
                return new InetSocketAddress(InetAddress.getByName(bare), port);
            }
        } catch (NumberFormatException e) {
            // Said below.
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--listen " + listen + ": this machine knows no such host", e);
        }
        throw new IllegalArgumentException("--listen " + listen + ": write HOST:PORT, such as 127.0.0.1:8080");
    }

    private static void requireHost(String host) {
        boolean named = HostHeader.parse(host)
                .filter(parsed -> parsed.name().equals(host.toLowerCase(Locale.ROOT)))
                .isPresent();
        if (!named) {
            throw new IllegalArgumentException("--allow-host " + host
                    + " is not a host name: write it without scheme and port, such as gateway.internal");
        }
    }

    /** The longest that the producer tries to deliver a record. */
    Duration deliveryTimeout() {
        return Duration.ofMillis(Long.parseLong(
                producerProperties.getOrDefault("delivery.timeout.ms", String.valueOf(DEFAULT_DELIVERY_MILLIS))));
    }

    /** Whether the producer compresses. */
    boolean compresses() {
        return !producerProperties.getOrDefault("compression.type", "none").equals("none");
    }

    /**
     * The queue between requests and the producer.
     *
     * @param records that may wait
     * @param bytes of memory for bodies that are read and records that wait
     * @param workers threads that hand records to the producer, and compress
     */
    public record Queue(int records, long bytes, int workers) {
        private static final int MAX_WORKERS = 256;

        public Queue {
            Range.requireAtLeast("--queue-records", records, 1);
            Range.requireBetween("--workers", workers, 1, MAX_WORKERS);
        }
    }

    /**
     * What one client may take.
     *
     * @param bodyBytes of a request
     * @param connections at the same time; more wait in the system's queue
     * @param requestTime the longest from a request's first byte to its last
     * @param idleTime the longest that a connection stays open between requests
     */
    public record Limits(int bodyBytes, int connections, Duration requestTime, Duration idleTime) {
        private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
        private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

        public Limits {
            Range.requireAtLeast("--max-body", bodyBytes, 1);
            Range.requireAtLeast("--max-connections", connections, 1);
            Range.requireBetween("--request-timeout", requestTime, MIN_TIMEOUT, MAX_TIMEOUT);
            Range.requireBetween("--idle-timeout", idleTime, MIN_TIMEOUT, MAX_TIMEOUT);
        }
    }
}
