package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.MetadataSnapshot;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.clients.producer.internals.RecordAccumulator;
import org.apache.kafka.clients.producer.internals.SeededAccumulator;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.CompressionRatioEstimator;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.MetadataResponse.PartitionMetadata;

/**
 * The accumulator of one Kafka producer with one topic, on a simulated clock: with Kafka's partitioner and batches, and with the
 * guess of the compression ratio that a new producer starts with.
 *
 * <p>Not thread-safe.
 */
final class SimulatedAccumulator implements AutoCloseable {
    private static final int MAX_REQUEST_BYTES = 1 << 20;
    /** Far larger than {@code buffer.memory}, since waiting for memory would block forever in simulated time. */
    private static final long POOL_BYTES = 1L << 30;
    /** {@code retry.backoff.ms} and its maximum. */
    private static final long RETRY_MILLIS = 100;

    private static final long MAX_RETRY_MILLIS = 1_000;

    /**
     * {@code partitioner.adaptive.partitioning.enable}: records without a key prefer partitions with fewer waiting batches. No
     * partition is excluded for slow responses, and racks are ignored.
     */
    private static final RecordAccumulator.PartitionerConfig AS_CONFIGURED_BY_DEFAULT =
            new RecordAccumulator.PartitionerConfig(true, 0, false, "");

    /** The guess may have decreased since the batch was opened. */
    private static final double NEARLY_FULL = 0.97;

    /** In addition to the estimator's own step of 0.005. */
    private static final float HASTENING_STEP = 0.02f;

    /** The estimator keeps guesses by topic for the whole JVM; using one topic per thread bounds their number. */
    private final String topic = topicOf(Thread.currentThread().getId());

    private final SimulatedTime time;
    private final int batchSizeBytes;
    private final CompressionType compressionType;
    private final Metrics metrics;
    private final RecordAccumulator accumulator;
    private final MetadataSnapshot metadata;

    SimulatedAccumulator(ReplayPlan plan, Compression compression, SimulatedTime time, long seed) {
        this.time = time;
        // As in KafkaProducer: with batch.size=0, each record is a batch.
        this.batchSizeBytes = Math.max(1, plan.batchSizeBytes());
        this.compressionType = compression.type();
        this.metrics = new Metrics(time);
        this.metadata = metadata(topic, plan.partitions(), plan.brokers());
        CompressionRatioEstimator.resetEstimation(topic);
        accumulator = new SeededAccumulator(
                batchSizeBytes,
                compression,
                plan.lingerMillis(),
                RETRY_MILLIS,
                MAX_RETRY_MILLIS,
                AS_CONFIGURED_BY_DEFAULT,
                metrics,
                time,
                new BufferPool(POOL_BYTES, batchSizeBytes, metrics, time, "producer"),
                seed);
    }

    /**
     * A different name for each thread, but with the same hash code for all: it determines the order in which Kafka keeps
     * partitions, and draining them in another order yields slightly different batches.
     */
    private static String topicOf(long thread) {
        StringBuilder name = new StringBuilder("squeeze-replay-");
        for (int bit = 0; bit < 32; bit++) {
            name.append((thread >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    private static MetadataSnapshot metadata(String topic, int partitions, int brokers) {
        Map<Integer, Node> nodes = new HashMap<>();
        for (int i = 0; i < brokers; i++) {
            nodes.put(i, new Node(i, "broker-" + i, 9092));
        }
        List<PartitionMetadata> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            List<Integer> replicas = List.of(i % brokers);
            all.add(new PartitionMetadata(
                    Errors.NONE,
                    new TopicPartition(topic, i),
                    Optional.of(i % brokers),
                    Optional.of(1),
                    replicas,
                    replicas,
                    List.of()));
        }
        Map<String, Uuid> ids = Map.of(topic, Uuid.randomUuid());
        return new MetadataSnapshot("cluster", nodes, all, Set.of(), Set.of(), Set.of(), nodes.get(0), ids);
    }

    /**
     * Appends a record.
     *
     * @param partition of the record; with {@link ProducerReplay#ANY_PARTITION} the partitioner chooses it
     * @param callbacks notified of the partition immediately, and by {@link #complete} when the record has been sent
     * @throws IllegalStateException if the thread is interrupted
     */
    RecordAccumulator.RecordAppendResult append(
            BatchRecord record, int partition, RecordAccumulator.AppendCallbacks callbacks) {
        try {
            return accumulator.append(
                    topic,
                    partition,
                    record.timestampMillis(),
                    record.key(),
                    record.value(),
                    record.headers(),
                    callbacks,
                    0,
                    time.milliseconds(),
                    metadata.cluster());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a producer was simulated", e);
        }
    }

    /**
     * Batches that can be sent now.
     *
     * @param batches by broker; one for each of its ready partitions
     * @param asked whether a free broker had ready batches
     * @param nextMillis until the next batch is due; {@code Long.MAX_VALUE} if there is none
     */
    record Drained(Map<Integer, List<ProducerBatch>> batches, boolean asked, long nextMillis) {}

    /** @param free brokers that accept another request */
    Drained drain(IntPredicate free) {
        long now = time.milliseconds();
        RecordAccumulator.ReadyCheckResult ready = accumulator.ready(metadata, now);
        if (ready.readyNodes.isEmpty()) {
            return new Drained(Map.of(), false, ready.nextReadyCheckDelayMs);
        }
        Set<Node> nodes = new HashSet<>(ready.readyNodes);
        nodes.removeIf(node -> !free.test(node.id()));
        return new Drained(
                accumulator.drain(metadata, nodes, MAX_REQUEST_BYTES, now),
                !nodes.isEmpty(),
                ready.nextReadyCheckDelayMs);
    }

    /** Calls the callbacks of the batch's records, in order. Its buffer remains valid until {@link #free}. */
    static void complete(ProducerBatch batch) {
        batch.complete(0, RecordBatch.NO_TIMESTAMP);
    }

    void free(ProducerBatch batch) {
        accumulator.completeAndDeallocateBatch(batch);
    }

    /** Compressed over uncompressed bytes, as guessed by the producer. */
    float guess() {
        return CompressionRatioEstimator.estimation(topic, compressionType);
    }

    /**
     * Lowers the guess in larger steps than the estimator's own; it nearly always settles at the same value.
     *
     * @param observed ratio of the batch that was sent
     */
    void hasten(double observed) {
        float guess = guess();
        if (observed < guess) {
            CompressionRatioEstimator.setEstimation(
                    topic, compressionType, (float) Math.max(observed, guess - HASTENING_STEP));
        }
    }

    /** Whether the producer considers a batch of this many uncompressed bytes to be full. */
    boolean isFull(long recordBytes) {
        return recordBytes * guess() * GuessedRatio.TOO_HIGH >= NEARLY_FULL * batchSizeBytes;
    }

    @Override
    public void close() {
        accumulator.close();
        metrics.close();
        CompressionRatioEstimator.resetEstimation(topic);
    }
}
