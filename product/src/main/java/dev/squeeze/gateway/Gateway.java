package dev.squeeze.gateway;

import dev.squeeze.cluster.ClusterException;
import dev.squeeze.cluster.ClusterTarget;
import dev.squeeze.environment.JvmUsage;
import dev.squeeze.kafka.FailureWords;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * HTTP in front of a producer: what is accepted waits in a bounded queue for workers that hand it to Kafka's producer. What
 * does not fit is refused before it is accepted; what was accepted is delivered, or counted and said.
 */
public final class Gateway implements AutoCloseable {
    private static final long RESPONSE_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_UP_MILLIS = 10;
    /** What fails so shortly before the end does so because of it. */
    private static final long LAST_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long DEFAULT_DELIVERY_MILLIS = 120_000;

    private final GatewayCounts counts = new GatewayCounts();
    private final WorkerQueue queue;
    private final FailureLog failures;
    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicDirectory topics;
    private final Workers workers;
    private final IngestHandler handler;
    private @Nullable IngestServer server;
    private boolean drained;

    private Gateway(ClusterTarget target, GatewayOptions options, Consumer<String> log) {
        this.queue = new WorkerQueue(options.queue().records(), options.queue().bytes());
        this.failures = new FailureLog(log);
        this.producer = producer(target, options.producerProperties());
        this.topics = new TopicDirectory(target, options.topics());
        this.workers = new Workers(queue, options.queue().workers(), producer, counts, failures);
        this.handler = new IngestHandler(options, queue, topics, counts, this::metrics);
    }

    /**
     * Takes requests from now on.
     *
     * @param log takes a line now and then, without contents
     * @throws ClusterException when the producer refuses its settings
     * @throws GatewayException when the address cannot be listened on
     */
    public static Gateway start(ClusterTarget target, GatewayOptions options, Consumer<String> log) {
        if (options.queue().bytes() < options.limits().bodyBytes()) {
            throw new IllegalArgumentException(
                    "--queue-bytes must have room for one body of --max-body: give at least that");
        }
        Gateway gateway = new Gateway(target, options, log);
        try {
            gateway.workers.start();
            gateway.server = IngestServer.start(options, gateway.handler);
            return gateway;
        } catch (RuntimeException e) {
            gateway.close();
            throw e;
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(ClusterTarget target, Map<String, String> properties) {
        Map<String, Object> settings = new TreeMap<>(target.connection());
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "squeeze-gateway");
        // A record that waits for buffer memory has the same time as one that waits for a broker.
        settings.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                properties.getOrDefault(
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, String.valueOf(DEFAULT_DELIVERY_MILLIS)));
        settings.putAll(properties);
        try {
            return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        } catch (KafkaException | IllegalArgumentException e) {
            throw new ClusterException(
                    "the producer cannot work with " + target.bootstrap() + ": " + FailureWords.of(e), e);
        }
    }

    /** Where it listens, such as {@code http://127.0.0.1:8080}. */
    public URI address() {
        IngestServer running = server;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running.address();
    }

    /** What it did so far. */
    public GatewayTotals totals() {
        return counts.totals();
    }

    /** Kafka's producer behind it. */
    KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    private String metrics() {
        IngestServer running = server;
        return MetricsText.of(counts, queue, running == null ? 0 : running.connections(), producer, JvmUsage.current());
    }

    /**
     * Accepts nothing more, hands over what was accepted, and waits for the broker.
     *
     * @param patience the longest that this may take; what is not acknowledged by then has failed
     * @return what the gateway did from its start to its end
     */
    public GatewayTotals drain(Duration patience) {
        drained = true;
        long deadlineNanos = System.nanoTime() + patience.toNanos();
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
        endProducer(deadlineNanos);
        awaitAnswers();
        failures.flush();
        if (running != null) {
            running.stop();
        }
        topics.close();
        return counts.totals();
    }

    private void endProducer(long deadlineNanos) {
        // What is still under way when the time is over is given up by the producer's own end.
        Thread timer = new Thread(
                () -> {
                    try {
                        TimeUnit.NANOSECONDS.sleep(Math.max(0, deadlineNanos - LAST_MOMENT_NANOS - System.nanoTime()));
                        workers.timeIsUp();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "squeeze-gateway-timer");
        timer.setDaemon(true);
        timer.start();
        try {
            producer.close(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
        } catch (KafkaException e) {
            failures.add(e);
        } finally {
            timer.interrupt();
        }
    }

    /** Clients that waited for the broker get to know; a bounded moment, since some of them are slow. */
    private void awaitAnswers() {
        long untilNanos = System.nanoTime() + RESPONSE_PATIENCE_NANOS;
        try {
            while (handler.waiting() > 0 && System.nanoTime() < untilNanos) {
                TimeUnit.MILLISECONDS.sleep(LOOK_UP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it at once; what was not delivered is lost. Does nothing after {@link #drain}. */
    @Override
    public void close() {
        if (!drained) {
            drain(Duration.ZERO);
        }
    }
}
