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
 * The options of a gateway.
 *
 * @param address address to listen on; port 0 picks a free port
 * @param acknowledge when a request is answered
 * @param hosts additional host names by which clients without a token may address it
 * @param topics the only topics to write to; empty for all that exist
 * @param producerProperties Kafka's producer properties, without those of the connection
 * @param queue bounds of the queue
 * @param limits limits of requests and connections
 * @param token token that clients must send
 * @param tls the certificate; absent for plain HTTP
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
    /** Kafka's default of {@code delivery.timeout.ms}. */
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
     * Refuses {@code acks=0}: brokers do not respond to such a producer, so lost records would count as acknowledged.
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

    /** Maximum time for which the producer tries to deliver a record. */
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
     * @param records maximum number of waiting records
     * @param bytes maximum memory for bodies being read and records waiting
     * @param workers threads that pass records to the producer and compress them
     */
    public record Queue(int records, long bytes, int workers) {
        private static final int MAX_WORKERS = 256;

        public Queue {
            Range.requireAtLeast("--queue-records", records, 1);
            Range.requireBetween("--workers", workers, 1, MAX_WORKERS);
        }
    }

    /**
     * Limits for clients.
     *
     * @param bodyBytes maximum bytes of a request's body
     * @param connections maximum number of connections; further ones wait in the operating system's queue
     * @param requestTime maximum time from a request's first byte to its last
     * @param idleTime maximum time that a connection stays open between requests
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
