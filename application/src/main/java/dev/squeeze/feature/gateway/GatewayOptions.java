package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.HostHeader;
import dev.squeeze.kit.serving.AccessToken;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;

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
            throw new UsageException("--queue-bytes must have room for one body of --max-body and the"
                    + " overhead of a record: give at least " + largest + "B, got " + queue.bytes() + "B");
        }
    }

    /**
     * Brokers answer nothing to a producer with {@code acks=0}: records that are lost would be taken for acknowledged.
     *
     * @param producer all settings of the producer
     * @throws UsageException for {@code acks=0}
     */
    public static void requireAcknowledged(Map<String, String> producer) {
        if (producer.getOrDefault(ProducerConfig.ACKS_CONFIG, "").strip().equals("0")) {
            throw new UsageException(
                    "a gateway reports what brokers have acknowledged, and with acks=0 they acknowledge"
                            + " nothing: give acks=1 or acks=all");
        }
    }

    private static void requireHost(String host) {
        boolean named = HostHeader.parse(host)
                .filter(parsed -> parsed.name().equals(host.toLowerCase(Locale.ROOT)))
                .isPresent();
        if (!named) {
            throw new UsageException("--allow-host " + host
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
