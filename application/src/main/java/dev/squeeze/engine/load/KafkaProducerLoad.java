package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's own producers under a load profile, each with its own application threads, which are called {@code
 * squeeze-app-P-T}.
 */
final class KafkaProducerLoad implements LoadGenerator {
    private static final long POLL_MILLIS = 20;

    private final List<KafkaProducerClient> clients;
    /** 1 for each partition, topic by topic, that has received a record. */
    private final AtomicIntegerArray begun;

    private final LoadSettings settings;
    private final Duration timeout;
    private volatile boolean stopped;

    private KafkaProducerLoad(
            List<KafkaProducerClient> clients, AtomicIntegerArray begun, LoadSettings settings, Duration timeout) {
        this.clients = clients;
        this.begun = begun;
        this.settings = settings;
        this.timeout = timeout;
    }

    /** The part of a load's producers or consumers that run in this process; the others run on other machines. */
    record Share(int first, int count) {
        static Share all(LoadSettings settings) {
            return new Share(0, settings.producers());
        }

        /** All consumers of each group. */
        static Share all(ConsumerSettings settings) {
            return new Share(0, settings.consumers());
        }
    }

    /** See {@link LoadGenerator#open}. */
    static KafkaProducerLoad open(
            ClusterTarget target,
            LoadSettings settings,
            Share share,
            List<String> topics,
            Payload payload,
            MeasuringWindow window,
            Duration timeout) {
        List<KafkaProducerClient> clients = new ArrayList<>();
        AtomicIntegerArray begun = new AtomicIntegerArray(topics.size() * settings.partitions());
        KafkaProducerLoad load = new KafkaProducerLoad(clients, begun, settings, timeout);
        try {
            for (int i = share.first(); i < share.first() + share.count(); i++) {
                Map<String, Object> properties = properties(target, settings, timeout);
                properties.put(ProducerConfig.CLIENT_ID_CONFIG, "squeeze-" + i);
                clients.add(new KafkaProducerClient(i, properties, settings, topics, payload, window, begun));
            }
            for (KafkaProducerClient client : clients) {
                client.learnPartitions(timeout);
            }
            return load;
        } catch (KafkaException | IllegalArgumentException e) {
            load.abandon();
            throw refused(target, e);
        }
    }

    private static ClusterException refused(ClusterTarget target, RuntimeException e) {
        return new ClusterException("the producer cannot work with " + target.bootstrap() + ": " + FailureWords.of(e));
    }

    private static Map<String, Object> properties(ClusterTarget target, LoadSettings settings, Duration timeout) {
        Map<String, Object> properties = new TreeMap<>(target.connection());
        properties.keySet().retainAll(ProducerConfig.configNames());
        int timeoutMillis = (int) timeout.toMillis();
        // Batches that a broker never acknowledges must fail within the given timeout.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMillis);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryTimeout(settings, timeoutMillis));
        properties.putAll(settings.producerProperties());
        return properties;
    }

    /** Kafka refuses a {@code delivery.timeout.ms} shorter than {@code linger.ms} plus {@code request.timeout.ms}. */
    private static int deliveryTimeout(LoadSettings settings, int timeoutMillis) {
        long linger = millis(settings, ProducerConfig.LINGER_MS_CONFIG, 5);
        long answer = millis(settings, ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis / 2);
        return (int) Math.min(Integer.MAX_VALUE, Math.max(timeoutMillis, answer) + linger);
    }

    private static long millis(LoadSettings settings, String property, int otherwise) {
        return Long.parseLong(settings.producerProperties().getOrDefault(property, String.valueOf(otherwise)));
    }

    @Override
    public void start(long startNanos, @Nullable EndToEnd endToEnd) {
        int threads = settings.producers() * settings.threads();
        for (KafkaProducerClient client : clients) {
            client.start(startNanos, threads, endToEnd, () -> stopped);
        }
    }

    @Override
    public List<KafkaProducerClient> clients() {
        return clients;
    }

    @Override
    public boolean hasBegunPartitions() {
        return begunPartitions().cardinality() == begun.length();
    }

    /** The partitions that have received a record, numbered topic by topic. */
    BitSet begunPartitions() {
        BitSet taken = new BitSet(begun.length());
        for (int i = 0; i < begun.length(); i++) {
            if (begun.get(i) != 0) {
                taken.set(i);
            }
        }
        return taken;
    }

    @Override
    public ProducerMetrics metrics() {
        return ProducerMetrics.of(
                clients.stream().map(KafkaProducerClient::producer).toList());
    }

    @Override
    public void finish(Runnable check) throws InterruptedException {
        stopped = true;
        // Closing Kafka's producer blocks until the broker answers, so that it needs its own thread while we run the
        // check.
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread ending = DaemonThreads.start(() -> end(ended), "squeeze-producers-end");
        while (ending.isAlive()) {
            ending.join(POLL_MILLIS);
            check.run();
        }
        try {
            ended.join();
        } catch (CompletionException e) {
            throw new ClusterException("the producer could not be ended: " + FailureWords.of(e), e);
        }
    }

    private void end(CompletableFuture<Void> ended) {
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
        try {
            for (KafkaProducerClient client : clients) {
                client.awaitThreads(deadlineNanos);
            }
            for (KafkaProducerClient client : clients) {
                client.close(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
            }
            ended.complete(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended.completeExceptionally(e);
        } catch (RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    /** Ends everything at once; records in flight are lost. */
    void abandon() {
        stopped = true;
        clients.forEach(KafkaProducerClient::interrupt);
        clients.forEach(client -> client.close(Duration.ZERO));
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        try {
            for (KafkaProducerClient client : clients) {
                client.awaitThreads(deadlineNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        abandon();
    }
}
