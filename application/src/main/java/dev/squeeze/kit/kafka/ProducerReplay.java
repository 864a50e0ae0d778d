package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.MetadataSnapshot;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.clients.producer.internals.RecordAccumulator;
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
import org.apache.kafka.common.utils.internals.LogContext;
import org.jspecify.annotations.Nullable;

/**
 * One Java producer in simulated time: Kafka's own accumulator, partitioner, batches and estimator of the ratio, with real
 * records that are really compressed. Only the loop of {@code Sender.sendProducerData} is simulated here: it asks what is
 * ready, leaves out brokers that have five requests in flight, drains one batch of every partition of the others, and
 * sleeps until a batch is due, a response comes, or an append that began or filled a batch wakes it. A second of traffic
 * takes as long as its compression, and a minute of trickling no longer than its few records.
 *
 * <p>One instance is one producer, for one thread.
 */
public final class ProducerReplay implements AutoCloseable {
    /** Where the producer chooses the partition. */
    public static final int ANY_PARTITION = RecordMetadata.UNKNOWN_PARTITION;

    private static final int MAX_IN_FLIGHT = 5;
    private static final int MAX_REQUEST_BYTES = 1 << 20;
    /** {@code buffer.memory}. */
    private static final long BUFFER_BYTES = 32L << 20;
    /** By which a batch multiplies what it believes to hold, {@code COMPRESSION_RATE_ESTIMATION_FACTOR} in Kafka. */
    private static final double GUESSED_TOO_HIGH = 1.05;
    /** The guess may have come down since the batch was begun. */
    private static final double NEARLY_FULL = 0.97;

    /** In addition to the estimator's own 0.005. */
    private static final float HASTENING_STEP = 0.02f;

    /** Far above, since whoever waits for it in simulated time waits forever. */
    private static final long POOL_BYTES = 1L << 30;

    private static final double MIN_SLEEP_NANOS = 1e9 * ReplayPlan.Arrivals.Even.MIN_SLEEP_SECONDS;
    private static final double MILLI = 1e6;
    /** Linger is counted in whole milliseconds, and where in one records fall is chance: they pass through all of it. */
    private static final double OUT_OF_STEP = 1e-3;

    private static final double NEVER = Double.MAX_VALUE;

    /** The estimator's guesses are kept by topic for the whole JVM; one for each thread bounds their number. */
    private final String topic = topicOf(Thread.currentThread().getId());

    private final ReplayPlan plan;
    private final ReplayTiming timing;
    private final SimulatedTime time = new SimulatedTime();
    private final Metrics metrics = new Metrics(time);
    private final RecordAccumulator accumulator;
    private final MetadataSnapshot metadata;
    private final CompressionType compressionType;
    private final Optional<ModelledCompression> modelled;
    private final Optional<KafkaBatchCodec> topicCodec;
    private final SplittableRandom random;
    private final int[] inFlight;
    /** Batches of each partition that have not left. */
    private final int[] gathering;
    /** When the next record is. */
    private double dueNanos;

    private int open;
    private final double[] connectionFreeNanos;
    private final TailFetches fetches;
    private final PriorityQueue<Response> responses =
            new PriorityQueue<>((one, other) -> Double.compare(one.atNanos, other.atNanos));
    private final List<Waiting> leaving = new ArrayList<>();
    private double bufferedBytes;
    private double applicationFreeNanos;
    private double senderFreeNanos;
    private GuessSettling settling = new GuessSettling(0);
    private double countingFromNanos;
    private double compressingSinceNanos = NEVER;
    private boolean counting;
    private long largestBatch;
    private final ReplayCounts counts;
    private Optional<Consumer<List<BatchRecord>>> observer = Optional.empty();

    private record Response(double atNanos, int broker, double bufferedBytes) {}

    public ProducerReplay(ReplayPlan plan, long seed) {
        this.plan = plan;
        this.timing = plan.timing();
        this.random = new SplittableRandom(seed);
        this.inFlight = new int[plan.brokers()];
        this.gathering = new int[plan.partitions()];
        this.connectionFreeNanos = new double[plan.brokers()];
        this.counts = new ReplayCounts(plan.brokers());
        this.fetches = new TailFetches(plan.brokers(), timing.fetchPause().toNanos());
        this.metadata = metadata(topic, plan.partitions(), plan.brokers());
        this.topicCodec = plan.topicCodec().map(KafkaBatchCodec::new);
        Compression codec = KafkaBatchCodec.compression(plan.codec());
        compressionType = codec.type();
        // Without a codec there is no stream to stand in for.
        modelled = compressionType == CompressionType.NONE
                ? Optional.empty()
                : plan.compressing().model().map(model -> new ModelledCompression(codec, model, seed));
        Compression compression = modelled.isPresent() ? modelled.get() : codec;
        CompressionRatioEstimator.resetEstimation(topic);
        accumulator = new RecordAccumulator(
                new LogContext(),
                plan.batchSizeBytes(),
                compression,
                plan.lingerMillis(),
                100,
                1000,
                Integer.MAX_VALUE,
                metrics,
                "producer",
                time,
                null,
                new BufferPool(POOL_BYTES, plan.batchSizeBytes(), metrics, time, "producer"));
    }

    /**
     * Another name for each thread, and the same hash code for all: it decides in which order Kafka keeps the partitions, and
     * who drains them in another order has slightly other batches.
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

    /** Where Kafka's default partitioner puts a record: by its key, or anywhere. */
    public static int partitionOf(BatchRecord record, int partitions) {
        byte[] key = record.key();
        return key == null ? ANY_PARTITION : BuiltInPartitioner.partitionForKey(key, partitions);
    }

    /**
     * How much to play. What leaves before the estimator's guess has come down does not count.
     *
     * @param settlingBytes most uncompressed bytes to wait for that
     * @param batches to count, or
     * @param recordBytes to count, whichever comes first
     */
    public record Extent(long settlingBytes, long batches, long recordBytes) {
        public Extent {
            if (settlingBytes < 0 || batches < 1 || recordBytes < 1) {
                throw new IllegalArgumentException("a replay needs something to play");
            }
        }
    }

    /** Hands over the records of each batch that counts, when it leaves. */
    public ProducerReplay observedBy(Consumer<List<BatchRecord>> batches) {
        observer = Optional.of(batches);
        return this;
    }

    /** A source of records without an end. */
    @FunctionalInterface
    public interface Records {
        BatchRecord next();
    }

    /**
     * Sends records.
     *
     * @param records in their order
     * @param partition of a record; {@link #ANY_PARTITION} leaves it to the producer
     * @throws IllegalStateException when the thread is interrupted
     */
    public ReplayedTraffic send(Records records, ToIntFunction<BatchRecord> partition, Extent extent) {
        settling = new GuessSettling(extent.settlingBytes());
        double wakeNanos = NEVER;
        while (counts.batches() < extent.batches() && counts.recordBytes() < extent.recordBytes()) {
            double responseNanos = responses.isEmpty() ? NEVER : responses.peek().atNanos;
            double appendNanos = bufferedBytes >= BUFFER_BYTES ? NEVER : appendAt();
            if (appendNanos <= Math.min(wakeNanos, responseNanos)) {
                time.nowNanos = appendNanos;
                BatchRecord record = records.next();
                if (append(record, partition.applyAsInt(record))) {
                    wakeNanos = Math.min(wakeNanos, senderAt(applicationFreeNanos + reactionNanos()));
                }
                dueNanos = nextDue();
            } else if (responseNanos <= wakeNanos) {
                receive(responses.remove());
                wakeNanos = senderAt(responseNanos);
            } else {
                time.nowNanos = wakeNanos;
                wakeNanos = runSender();
            }
        }
        return counts.traffic(Math.max(1, time.nowNanos - countingFromNanos), largestBatch);
    }

    private double appendAt() {
        boolean sleeps = plan.arrivals() instanceof ReplayPlan.Arrivals.Even && dueNanos > applicationFreeNanos;
        return Math.max(dueNanos, applicationFreeNanos + (sleeps ? MIN_SLEEP_NANOS : 0));
    }

    /** Mostly short, and long where another thread has the processor: what gathers meanwhile is now one record, now many. */
    private double reactionNanos() {
        return -timing.reaction().toNanos() * Math.log(1 - random.nextDouble());
    }

    private double senderAt(double nanos) {
        return Math.max(nanos, senderFreeNanos);
    }

    /** In closed loop a record is due when it is taken. */
    private double asDue() {
        return plan.arrivals() instanceof ReplayPlan.Arrivals.AsFastAsTaken ? time.nowNanos : dueNanos;
    }

    private double nextDue() {
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Poisson poisson) {
            return dueNanos - Math.log(1 - random.nextDouble()) / poisson.recordsPerSecond() * 1e9;
        }
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Even even) {
            return dueNanos + (1 + OUT_OF_STEP) * 1e9 / even.recordsPerSecond();
        }
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Patterned patterned) {
            return dueNanos + patterned.gapNanos().getAsDouble();
        }
        return 0;
    }

    /** True where the producer wakes its sender. */
    private boolean append(BatchRecord record, int partition) {
        Waiting waiting = new Waiting(record, asDue(), RecordFormatV2.encodedBytes(record, 0, 0));
        try {
            RecordAccumulator.RecordAppendResult result = accumulator.append(
                    topic,
                    partition,
                    record.timestampMillis(),
                    record.key(),
                    record.value(),
                    record.headers(),
                    waiting,
                    0,
                    time.milliseconds(),
                    metadata.cluster());
            if (result.newBatchCreated) {
                bufferedBytes += Math.max(plan.batchSizeBytes(), waiting.bytes);
                open += gathering[waiting.partition]++ == 0 ? 1 : 0;
            }
            double takes = timing.append().of(waiting.bytes);
            if (counting) {
                counts.appended(open, takes);
            }
            applicationFreeNanos = time.nowNanos + takes;
            return result.batchIsFull || result.newBatchCreated;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a producer was simulated", e);
        }
    }

    private void receive(Response response) {
        inFlight[response.broker]--;
        bufferedBytes -= response.bufferedBytes;
    }

    /** One round of the sender; answers when it wakes by itself. */
    private double runSender() {
        long now = time.milliseconds();
        RecordAccumulator.ReadyCheckResult ready = accumulator.ready(metadata, now);
        Set<Node> nodes = new HashSet<>(ready.readyNodes);
        nodes.removeIf(node -> inFlight[node.id()] >= MAX_IN_FLIGHT);
        double sentNanos = time.nowNanos;
        for (Map.Entry<Integer, List<ProducerBatch>> request :
                accumulator.drain(metadata, nodes, MAX_REQUEST_BYTES, now).entrySet()) {
            if (!request.getValue().isEmpty()) {
                sentNanos = sendRequest(request.getKey(), request.getValue(), sentNanos);
            }
        }
        senderFreeNanos = sentNanos;
        if (!nodes.isEmpty()) {
            return sentNanos;
        }
        return ready.nextReadyCheckDelayMs == Long.MAX_VALUE
                ? NEVER
                : senderAt(time.nowNanos
                        + MILLI * Math.max(1, ready.nextReadyCheckDelayMs)
                        + timing.late().toNanos());
    }

    private double sendRequest(int broker, List<ProducerBatch> batches, double fromNanos) {
        leaving.clear();
        double buffered = 0;
        for (ProducerBatch batch : batches) {
            int first = leaving.size();
            // Its records' callbacks name them, in their order.
            batch.complete(0, RecordBatch.NO_TIMESTAMP);
            buffered += Math.max(plan.batchSizeBytes(), leaving.get(first).bytes);
            count(batch, leaving.size() - first, leaving.get(first));
            accumulator.completeAndDeallocateBatch(batch);
        }
        long bytes = leaving.stream().mapToLong(record -> record.bytes).sum();
        double halfTripNanos = timing.roundTrip().toNanos() / 2.0;
        double takes = timing.drain().of(batches.size(), leaving.size(), bytes);
        double servedNanos = timing.service().of(batches.size(), leaving.size(), bytes);
        connectionFreeNanos[broker] =
                Math.max(fromNanos + takes + halfTripNanos, connectionFreeNanos[broker]) + servedNanos;
        double answeredNanos = connectionFreeNanos[broker] + halfTripNanos;
        int fetched = fetches.written(
                broker, connectionFreeNanos[broker], timing.consuming().of(batches.size(), leaving.size(), bytes));
        if (counting) {
            counts.request(broker, fetched, takes, servedNanos);
            leaving.forEach(record -> counts.acknowledged(answeredNanos - record.dueNanos));
        }
        inFlight[broker]++;
        responses.add(new Response(answeredNanos, broker, buffered));
        return fromNanos + takes;
    }

    private void count(ProducerBatch batch, int records, Waiting first) {
        // Where another has been begun behind it, the application thread found it full and closed it.
        boolean last = --gathering[first.partition] == 0;
        open -= last ? 1 : 0;
        long stored = batch.records().sizeInBytes();
        largestBatch = Math.max(
                largestBatch,
                Math.round((stored - RecordFormatV2.BATCH_HEADER_BYTES) / Math.max(1e-6, batch.compressionRatio())));
        if (!counting) {
            hasten(batch.compressionRatio());
            double uncompressed = stored / batch.compressionRatio();
            if (compressingSinceNanos == NEVER
                    && settling.isOver(guess(), (long) uncompressed, first.dueNanos, time.nowNanos)) {
                compressingSinceNanos = time.nowNanos;
                if (plan.compressing().counted()) {
                    modelled.ifPresent(ModelledCompression::compressForReal);
                }
            }
            // Batches that were begun before are still modelled ones, and lie in the buffer.
            if (compressingSinceNanos != NEVER
                    && (modelled.isEmpty()
                            || !plan.compressing().counted()
                            || first.dueNanos >= compressingSinceNanos)) {
                counting = true;
                countingFromNanos = time.nowNanos;
            }
            return;
        }
        observer.ifPresent(known -> known.accept(leaving.subList(leaving.size() - records, leaving.size()).stream()
                .map(waiting -> waiting.record)
                .toList()));
        long recordBytes = Math.round((stored - RecordFormatV2.BATCH_HEADER_BYTES) / batch.compressionRatio());
        boolean full = isFull(recordBytes);
        boolean late = last && !(full && isApplicationBusy());
        counts.left(new ReplayCounts.Batch(
                records,
                recordBytes,
                stored,
                topicCodec
                        .map(codec -> codec.recompressedBytes(batch.records()))
                        .orElse(stored),
                !last || full,
                late ? KafkaBatchCodec.heldBackBytes(plan.codec().type(), recordBytes) : 0,
                time.nowNanos - first.dueNanos));
    }

    /**
     * While batches are only modelled, a guess that comes down does so in larger steps, which is nearly always where it would
     * come to anyway.
     *
     * @param observed of the batch that has left
     */
    private void hasten(double observed) {
        float guess = guess();
        if (modelled.isPresent()
                && !plan.compressing().counted()
                && compressingSinceNanos == NEVER
                && observed < guess) {
            CompressionRatioEstimator.setEstimation(
                    topic, compressionType, (float) Math.max(observed, guess - HASTENING_STEP));
        }
    }

    private float guess() {
        return CompressionRatioEstimator.estimation(topic, compressionType);
    }

    private boolean isFull(long recordBytes) {
        return recordBytes * guess() * GUESSED_TOO_HIGH >= NEARLY_FULL * plan.batchSizeBytes();
    }

    /**
     * Whether the next record is due before the last one is appended. As long as that goes on, the application thread takes
     * the lock of a batch again before the network thread, which waits for it, has woken up: it is the one that closes what
     * is full.
     */
    private boolean isApplicationBusy() {
        return dueNanos <= applicationFreeNanos;
    }

    @Override
    public void close() {
        accumulator.close();
        topicCodec.ifPresent(KafkaBatchCodec::close);
        metrics.close();
        CompressionRatioEstimator.resetEstimation(topic);
    }

    /** A record in the accumulator. */
    private final class Waiting implements RecordAccumulator.AppendCallbacks {
        private final BatchRecord record;
        private final double dueNanos;
        private final int bytes;
        private int partition;

        Waiting(BatchRecord record, double dueNanos, int bytes) {
            this.record = record;
            this.dueNanos = dueNanos;
            this.bytes = bytes;
        }

        @Override
        public void setPartition(int chosen) {
            partition = chosen;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata acknowledged, @Nullable Exception exception) {
            leaving.add(this);
        }
    }
}
