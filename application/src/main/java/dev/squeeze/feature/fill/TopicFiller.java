package dev.squeeze.feature.fill;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes records into a topic, each with its send time as timestamp, so that the log shows when records were written.
 * It uses one thread and one producer, and measures only the amount of data.
 */
public final class TopicFiller {
    private static final int CHECK_EVERY_RECORDS = 256;
    private static final long MAX_SLEEP_NANOS = 50_000_000;

    private final LiveCluster cluster;
    private final String topic;
    private final Payload payload;
    private final FillPlan plan;
    private final BooleanSupplier stop;
    private final BiConsumer<String, Double> progress;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private long position;
    private long diskBefore;

    /**
     * @param topic topic that this program created
     * @param stop polled many times per second; true ends the filling after the records sent so far
     * @param progress receives the phase and the completed fraction of all phases, 0 to 1
     */
    public TopicFiller(
            LiveCluster cluster,
            String topic,
            Payload payload,
            FillPlan plan,
            BooleanSupplier stop,
            BiConsumer<String, Double> progress) {
        this.cluster = cluster;
        this.topic = topic;
        this.payload = payload;
        this.plan = plan;
        this.stop = stop;
        this.progress = progress;
    }

    /**
     * Fills the topic, phase after phase.
     *
     * @return the phases that were started; fewer than planned if it was stopped
     * @throws ClusterException if a record is rejected or not acknowledged in time
     */
    public List<FilledPhase> run() {
        List<FilledPhase> done = new ArrayList<>();
        for (FillPlan.Phase phase : plan.phases()) {
            if (stop.getAsBoolean()) {
                return done;
            }
            done.add(fill(phase, done.size()));
        }
        return done;
    }

    private FilledPhase fill(FillPlan.Phase phase, int number) {
        Map<String, Object> properties = properties(phase);
        long beginNanos = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            long first = position;
            long bytes = send(producer, phase, number);
            producer.flush();
            requireAccepted();
            double seconds = (System.nanoTime() - beginNanos) / 1e9;
            double wire = ProducerMetrics.of(List.of(producer)).outgoingBytes();
            return new FilledPhase(phase.name(), position - first, bytes, seconds, wire, grown());
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while topic " + topic + " was filled", e);
        } catch (KafkaException | IllegalArgumentException e) {
            cluster.requireAlive().run();
            throw new ClusterException("topic " + topic + " could not be filled: " + FailureWords.of(e), e);
        }
    }

    private Map<String, Object> properties(FillPlan.Phase phase) {
        int timeoutMillis = (int) plan.timeout().toMillis();
        Map<String, Object> properties = new TreeMap<>(cluster.target().connection());
        properties.keySet().retainAll(ProducerConfig.configNames());
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMillis);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryTimeout(phase, timeoutMillis));
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "squeeze-fill");
        properties.putAll(phase.producerProperties());
        return properties;
    }

    /** Kafka requires at least {@code linger.ms} plus {@code request.timeout.ms}. */
    private static int deliveryTimeout(FillPlan.Phase phase, int timeoutMillis) {
        Map<String, String> given = phase.producerProperties();
        long linger = Long.parseLong(given.getOrDefault(ProducerConfig.LINGER_MS_CONFIG, "0"));
        long answer = Long.parseLong(given.getOrDefault(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "0"));
        return (int) Math.min(Integer.MAX_VALUE, Math.max(2L * timeoutMillis, answer) + linger);
    }

    /** Returns the bytes of keys and values sent. */
    private long send(KafkaProducer<byte[], byte[]> producer, FillPlan.Phase phase, int number) {
        long startNanos = System.nanoTime();
        long bytes = 0;
        for (long count = 0; !isOver(count, startNanos); count++) {
            // After each wait too, since at a low rate that many records take minutes.
            if (awaitTurn(count, startNanos) || count % CHECK_EVERY_RECORDS == 0) {
                if (stop.getAsBoolean()) {
                    return bytes;
                }
                requireAccepted();
                progress.accept(
                        phase.name(),
                        (number + done(count, startNanos)) / plan.phases().size());
            }
            BatchRecord record = payload.record((int) (position++ % payload.size()));
            Header[] headers = record.headers();
            producer.send(
                    new ProducerRecord<>(
                            topic,
                            null,
                            null,
                            record.key(),
                            record.value(),
                            headers.length == 0 ? null : Arrays.asList(headers)),
                    (metadata, exception) -> {
                        if (exception != null) {
                            failure.compareAndSet(null, exception);
                        }
                    });
            bytes += record.payloadBytes();
        }
        return bytes;
    }

    private boolean isOver(long count, long startNanos) {
        return plan.records().isPresent()
                ? count >= plan.records().getAsLong()
                : System.nanoTime() - startNanos
                        >= plan.duration().orElseThrow().toNanos();
    }

    private double done(long count, long startNanos) {
        return Math.min(
                1,
                plan.records().isPresent()
                        ? (double) count / plan.records().getAsLong()
                        : (double) (System.nanoTime() - startNanos)
                                / plan.duration().orElseThrow().toNanos());
    }

    /** @return whether it had to wait */
    private boolean awaitTurn(long count, long startNanos) {
        if (plan.recordsPerSecond().isEmpty()) {
            return false;
        }
        long due = startNanos + (long) (count * 1e9 / plan.recordsPerSecond().getAsDouble());
        long end = plan.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE / 2) + startNanos;
        long wait = Math.min(due, end) - System.nanoTime();
        boolean early = wait > 0;
        while (wait > 0 && !stop.getAsBoolean()) {
            LockSupport.parkNanos(Math.min(wait, MAX_SLEEP_NANOS));
            wait = Math.min(due, end) - System.nanoTime();
        }
        return early;
    }

    private void requireAccepted() {
        cluster.requireAlive().run();
        Exception refused = failure.get();
        if (refused != null) {
            throw new ClusterException(
                    "topic " + topic + " did not accept a record: " + FailureWords.of(refused), refused);
        }
    }

    private Optional<Long> grown() {
        Optional<Long> now = Topics.diskBytes(cluster.target(), List.of(topic), plan.timeout());
        Optional<Long> grown = now.map(bytes -> bytes - diskBefore);
        diskBefore = now.orElse(diskBefore);
        return grown;
    }
}
