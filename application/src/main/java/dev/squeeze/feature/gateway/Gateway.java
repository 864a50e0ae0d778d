package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.kafka.GuardedProducer;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server in front of a producer: accepted records wait in a bounded queue for workers that pass them to Kafka's
 * producer. Records that do not fit are refused before they are accepted; accepted records are delivered, or counted
 * and logged as failed.
 */
public final class Gateway implements AutoCloseable {
    private static final long RESPONSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_MILLIS = 10;
    /** Failures this shortly before the deadline are attributed to it. */
    private static final long LAST_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final GatewayCounts counts = new GatewayCounts();
    private final Acknowledge acknowledge;
    private final WorkerQueue queue;
    private final FailureLog failures;
    private final TopicDirectory topics;
    private final Readiness readiness;
    private final GuardedProducer producer;
    private final Resender resender;
    private final DeliveryRoute route;
    private final Workers workers;
    private final IngestHandler handler;
    private @Nullable IngestServer server;
    private boolean drained;

    private Gateway(ClusterTarget target, GatewayOptions options, Consumer<String> log) {
        this.acknowledge = options.acknowledge();
        this.queue = new WorkerQueue(options.queue().records(), options.queue().bytes());
        this.failures = new FailureLog(log);
        this.topics = new TopicDirectory(target, options.topics());
        this.readiness = new Readiness(target);
        Map<String, Object> settings = settings(target, options.producerProperties());
        try {
            this.producer = producer(target, settings);
        } catch (ClusterException e) {
            readiness.close();
            topics.close();
            throw e;
        }
        this.resender =
                new Resender(queue, producer, () -> producer(target, oneByOne(settings)), options.deliveryTimeout());
        this.route = new DeliveryRoute(producer, resender, counts, failures);
        this.workers = new Workers(queue, options.queue().workers(), route);
        this.handler = new IngestHandler(options, queue, topics, counts, readiness, this::metrics);
    }

    /**
     * Starts a gateway that accepts requests.
     *
     * @param log receives log lines, without record contents
     * @throws ClusterException if the producer rejects its settings
     * @throws GatewayException if the gateway cannot listen on the address
     */
    public static Gateway start(ClusterTarget target, GatewayOptions options, Consumer<String> log) {
        Gateway gateway = new Gateway(target, options, log);
        try {
            gateway.workers.start();
            gateway.resender.start();
            gateway.server = IngestServer.start(options, gateway.handler);
            return gateway;
        } catch (RuntimeException e) {
            gateway.close();
            throw e;
        }
    }

    private static Map<String, Object> settings(ClusterTarget target, Map<String, String> properties) {
        Map<String, Object> settings = new TreeMap<>(target.connection());
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "squeeze-gateway");
        // Waiting for buffer memory has the same timeout as waiting for a broker.
        settings.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                properties.getOrDefault(
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        String.valueOf(GatewayOptions.DEFAULT_DELIVERY_MILLIS)));
        settings.putAll(properties);
        return settings;
    }

    /** Settings with which every batch has a single record, so that it can only be refused for that record. */
    private static Map<String, Object> oneByOne(Map<String, Object> settings) {
        Map<String, Object> alone = new TreeMap<>(settings);
        alone.put(ProducerConfig.CLIENT_ID_CONFIG, "squeeze-gateway-resend");
        alone.put(ProducerConfig.BATCH_SIZE_CONFIG, "0");
        alone.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        return alone;
    }

    private GuardedProducer producer(ClusterTarget target, Map<String, Object> settings) {
        try {
            return GuardedProducer.open(settings, topics::forget);
        } catch (KafkaException | IllegalArgumentException e) {
            throw new ClusterException(
                    "the producer cannot work with " + target.bootstrap() + ": " + FailureWords.of(e), e);
        }
    }

    /** The address that it listens on, such as {@code http://127.0.0.1:8080}. */
    public URI address() {
        IngestServer running = server;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running.address();
    }

    /** Counts since the start. */
    public GatewayTotals totals() {
        return counts.totals();
    }

    KafkaProducer<byte[], byte[]> producer() {
        return producer.kafka();
    }

    private String metrics() {
        IngestServer running = server;
        return MetricsText.of(
                counts, queue, running == null ? 0 : running.connections(), producer.kafka(), JvmUsage.current());
    }

    /**
     * Stops accepting requests, sends the accepted records, and waits for their acknowledgement.
     *
     * @param timeout maximum time; records that are not acknowledged by then have failed
     * @return counts from the gateway's start to its end
     */
    public GatewayTotals drain(Duration timeout) {
        drained = true;
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        handler.refuseAll();
        IngestServer running = server;
        if (running != null) {
            running.stopListening();
        }
        try {
            workers.finish(deadlineNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endProducers(deadlineNanos);
        awaitAnswers();
        counts.failRest(acknowledge == Acknowledge.QUEUED);
        failures.flush();
        if (running != null) {
            running.stop();
        }
        topics.close();
        readiness.close();
        return counts.totals();
    }

    private void endProducers(long deadlineNanos) {
        // Records in flight at the deadline are given up when the producer closes.
        Thread timer = DaemonThreads.start(
                () -> {
                    try {
                        TimeUnit.NANOSECONDS.sleep(Math.max(0, deadlineNanos - LAST_MOMENT_NANOS - System.nanoTime()));
                        route.timeIsUp();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "squeeze-gateway-timer");
        try {
            // Records wait there for metadata from the first producer, so it has to run until none is left.
            resender.awaitEmpty(deadlineNanos);
            producer.kafka().close(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
        } catch (KafkaException e) {
            failures.add(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // Sends the records again that were refused in the first producer's last batches.
            resender.finish(deadlineNanos);
            timer.interrupt();
        }
    }

    /** Waits until clients that wait for the broker have their response; for a limited time, since some are slow. */
    private void awaitAnswers() {
        long untilNanos = System.nanoTime() + RESPONSE_TIMEOUT_NANOS;
        try {
            while (handler.waiting() > 0 && System.nanoTime() < untilNanos) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops immediately; undelivered records are lost. Does nothing after {@link #drain}. */
    @Override
    public void close() {
        if (!drained) {
            drain(Duration.ZERO);
        }
    }
}
