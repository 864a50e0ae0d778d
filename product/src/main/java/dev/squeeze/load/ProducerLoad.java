package dev.squeeze.load;

import dev.squeeze.cluster.ClusterException;
import dev.squeeze.cluster.ClusterTarget;
import dev.squeeze.kafka.FailureWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's own producers under a load profile: each with application threads of its own, which are called
 * {@code squeeze-app-P-T}. Every acknowledged record is counted and goes into a digest.
 */
final class ProducerLoad implements AutoCloseable {
    private final List<Sender> senders;
    private final LoadSettings settings;
    private final Duration patience;
    private volatile boolean stopped;

    private ProducerLoad(List<Sender> senders, LoadSettings settings, Duration patience) {
        this.senders = senders;
        this.settings = settings;
        this.patience = patience;
    }

    /**
     * Opens the producers and lets each learn where the partitions are; nothing is sent yet.
     *
     * @param patience the longest that a single call to Kafka may take before it counts as failed
     * @throws ClusterException when a producer's settings are refused or no broker answers
     */
    static ProducerLoad open(
            ClusterTarget target,
            LoadSettings settings,
            List<String> topics,
            Payload payload,
            MeasuringWindow window,
            Duration patience) {
        List<Sender> senders = new ArrayList<>();
        ProducerLoad load = new ProducerLoad(senders, settings, patience);
        try {
            for (int i = 0; i < settings.producers(); i++) {
                Map<String, Object> properties = properties(target, settings, patience);
                properties.put(ProducerConfig.CLIENT_ID_CONFIG, "squeeze-" + i);
                senders.add(new Sender(i, properties, settings, topics, payload, window));
            }
            for (Sender sender : senders) {
                sender.learnPartitions();
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

    private static Map<String, Object> properties(ClusterTarget target, LoadSettings settings, Duration patience) {
        Map<String, Object> properties = new TreeMap<>(target.connection());
        properties.keySet().retainAll(ProducerConfig.configNames());
        int patienceMillis = (int) patience.toMillis();
        // The batches that a broker never acknowledges must become errors within the stated limit.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patienceMillis);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, patienceMillis / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryTimeout(settings, patienceMillis));
        properties.putAll(settings.producerProperties());
        return properties;
    }

    /** Kafka refuses one that is shorter than lingering and waiting for an answer together. */
    private static int deliveryTimeout(LoadSettings settings, int patienceMillis) {
        int linger = Integer.parseInt(settings.producerProperties().getOrDefault(ProducerConfig.LINGER_MS_CONFIG, "5"));
        return (int) Math.min(Integer.MAX_VALUE, (long) patienceMillis + linger);
    }

    /**
     * Starts the application threads.
     *
     * @param startNanos when the first record is due
     */
    void start(long startNanos, @Nullable EndToEnd endToEnd) {
        int threads = senders.size() * settings.threads();
        for (Sender sender : senders) {
            sender.start(startNanos, threads, endToEnd, () -> stopped);
        }
    }

    /** What was done so far; each figure may be a moment old. */
    Progress progress() {
        Progress sum = Progress.NONE;
        for (Sender sender : senders) {
            sum = sum.plus(sender.progress());
        }
        return sum;
    }

    /** The producers' own metrics, summed or averaged over them; see {@link ProducerMetrics}. */
    ProducerMetrics metrics() {
        return ProducerMetrics.of(senders.stream().map(Sender::producer).toList());
    }

    /** Whether every application thread is still at work. */
    boolean isSending() {
        return senders.stream().allMatch(Sender::isSending);
    }

    /** Ends the sending, and waits until each record was acknowledged or given up, {@code patience} at most. */
    void finish() throws InterruptedException {
        stopped = true;
        long deadlineNanos = System.nanoTime() + 2 * patience.toNanos();
        for (Sender sender : senders) {
            sender.awaitThreads(deadlineNanos);
        }
        for (Sender sender : senders) {
            sender.close(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
        }
    }

    /** Ends everything at once; what was under way is lost. */
    void abandon() {
        stopped = true;
        senders.forEach(Sender::interrupt);
        senders.forEach(sender -> sender.close(Duration.ZERO));
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        try {
            for (Sender sender : senders) {
                sender.awaitThreads(deadlineNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was acknowledged, complete after {@link #finish}. */
    ContentDigest acknowledged() {
        return senders.stream().map(Sender::acknowledged).reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    /** Bytes of the acknowledged records as {@link Payload#encodedBytes} has them; complete after {@link #finish}. */
    long encodedBytes() {
        return senders.stream().mapToLong(Sender::encodedBytes).sum();
    }

    /** Failures by Kafka's name for them, with an example of the words; complete after {@link #finish}. */
    SendErrors errors() {
        SendErrors all = new SendErrors();
        senders.forEach(sender -> all.add(sender.errors()));
        return all;
    }

    /** Time of the calls to send(), of the window; complete after {@link #finish}. */
    Histogram sendLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        senders.forEach(sender -> sender.addSendLatency(sum));
        return sum;
    }

    /** Time from when a record was due to its acknowledgement, of the window; complete after {@link #finish}. */
    Histogram acknowledgeLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        senders.forEach(sender -> sender.addAcknowledgeLatency(sum));
        return sum;
    }

    void addEndToEnd(Histogram sum) {
        senders.forEach(sender -> sender.addEndToEnd(sum));
    }

    /** Ends the threads and the producers if that has not happened yet. */
    @Override
    public void close() {
        abandon();
    }

    /**
     * How far a load has come.
     *
     * @param sent records handed to send()
     * @param acknowledged records that the broker has taken
     * @param acknowledgedBytes of their keys and values
     * @param refused records that a broker or the producer refused; those that nobody answered for are not among them
     */
    record Progress(long sent, long acknowledged, long acknowledgedBytes, long refused) {
        static final Progress NONE = new Progress(0, 0, 0, 0);

        Progress plus(Progress other) {
            return new Progress(
                    sent + other.sent,
                    acknowledged + other.acknowledged,
                    acknowledgedBytes + other.acknowledgedBytes,
                    refused + other.refused);
        }

        Progress minus(Progress earlier) {
            return new Progress(
                    sent - earlier.sent,
                    acknowledged - earlier.acknowledged,
                    acknowledgedBytes - earlier.acknowledgedBytes,
                    refused - earlier.refused);
        }
    }
}
