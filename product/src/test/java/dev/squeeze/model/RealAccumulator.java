package dev.squeeze.model;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.codec.Codec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.kafka.clients.MetadataSnapshot;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BufferPool;
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
import org.apache.kafka.common.requests.MetadataResponse.PartitionMetadata;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * One Java producer in simulated time: Kafka's own accumulator, partitioner, batches and estimator of the ratio. Only the
 * loop of {@code Sender.sendProducerData} is played here: it asks what is ready, leaves out brokers that have five
 * requests in flight, drains one batch of every partition of the others, and sleeps until a batch is due, a response
 * comes, or an append that began or filled a batch wakes it.
 */
final class RealAccumulator implements AutoCloseable {
    private static final String TOPIC = "topic";
    private static final int MAX_IN_FLIGHT = 5;
    private static final int MAX_REQUEST_BYTES = 1 << 20;
    private static final long BUFFER_BYTES = 1L << 28;

    /** A batch as it left. */
    record Sent(int records, double fraction) {}

    private record Response(double atMillis, int broker) {}

    private final SimulatedTime time = new SimulatedTime();
    private final Metrics metrics = new Metrics(time);
    private final RecordAccumulator accumulator;
    private final MetadataSnapshot metadata;
    private final CompressionType type;
    private final int partitions;
    private final double roundTripMillis;
    private final int[] inFlight;
    private final PriorityQueue<Response> responses =
            new PriorityQueue<>((one, other) -> Double.compare(one.atMillis(), other.atMillis()));
    private final List<Sent> sent = new ArrayList<>();

    RealAccumulator(ProducerSettings settings, int partitions, int brokers, double roundTripMillis) {
        this.partitions = partitions;
        this.roundTripMillis = roundTripMillis;
        this.inFlight = new int[brokers];
        this.metadata = metadata(partitions, brokers);
        Compression compression = compression(settings.codec());
        this.type = compression.type();
        CompressionRatioEstimator.resetEstimation(TOPIC);
        accumulator = new RecordAccumulator(
                new LogContext(),
                settings.batchSizeBytes(),
                compression,
                settings.lingerMillis(),
                100,
                1000,
                Integer.MAX_VALUE,
                metrics,
                "producer",
                time,
                null,
                new BufferPool(BUFFER_BYTES, settings.batchSizeBytes(), metrics, time, "producer"));
    }

    /** Starts the producer's guess there, to save the batches in which it comes down. */
    RealAccumulator startingAt(double guess) {
        CompressionRatioEstimator.setEstimation(TOPIC, type, (float) guess);
        return this;
    }

    private static Compression compression(Codec codec) {
        return switch (codec.type()) {
            case NONE -> Compression.NONE;
            case GZIP -> Compression.gzip().level(codec.level()).build();
            case SNAPPY -> Compression.snappy().build();
            case LZ4 -> Compression.lz4().level(codec.level()).build();
            case ZSTD -> Compression.zstd().level(codec.level()).build();
        };
    }

    private static MetadataSnapshot metadata(int partitions, int brokers) {
        Map<Integer, Node> nodes = new HashMap<>();
        for (int i = 0; i < brokers; i++) {
            nodes.put(i, new Node(i, "broker-" + i, 9092));
        }
        List<PartitionMetadata> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            List<Integer> replicas = List.of(i % brokers);
            all.add(new PartitionMetadata(
                    Errors.NONE,
                    new TopicPartition(TOPIC, i),
                    Optional.of(i % brokers),
                    Optional.of(1),
                    replicas,
                    replicas,
                    List.of()));
        }
        Map<String, Uuid> ids = Map.of(TOPIC, new Uuid(1, 1));
        return new MetadataSnapshot("cluster", nodes, all, Set.of(), Set.of(), Set.of(), nodes.get(0), ids);
    }

    /**
     * Sends records with Poisson arrivals.
     *
     * @param records what comes next for a partition; -1 where the producer chooses it
     * @param keyed true where each record's partition is drawn evenly, as by the hash of many keys
     * @param skip batches at the start that are not reported
     * @param count batches to report
     */
    List<Sent> send(
            IntFunction<BatchRecord> records,
            double recordsPerSecond,
            boolean keyed,
            int skip,
            int count,
            Random random)
            throws InterruptedException {
        double arrivalMillis = 0;
        double wakeMillis = Double.MAX_VALUE;
        while (sent.size() < skip + count) {
            double responseMillis =
                    responses.isEmpty() ? Double.MAX_VALUE : responses.peek().atMillis();
            if (arrivalMillis <= Math.min(wakeMillis, responseMillis)) {
                time.nowMillis = arrivalMillis;
                int partition = keyed ? random.nextInt(partitions) : RecordMetadata.UNKNOWN_PARTITION;
                if (append(records.apply(partition), partition)) {
                    wakeMillis = Math.min(wakeMillis, arrivalMillis + BatchFill.SENDER_REACTION_MILLIS);
                }
                arrivalMillis += -Math.log(1 - random.nextDouble()) / recordsPerSecond * 1000;
            } else if (responseMillis <= wakeMillis) {
                inFlight[responses.remove().broker()]--;
                wakeMillis = responseMillis;
            } else {
                time.nowMillis = wakeMillis;
                wakeMillis = runSender();
            }
        }
        return sent.subList(skip, skip + count);
    }

    /** True where the producer wakes its sender. */
    private boolean append(BatchRecord record, int partition) throws InterruptedException {
        RecordAccumulator.RecordAppendResult result = accumulator.append(
                TOPIC,
                partition,
                time.milliseconds(),
                record.key(),
                record.value(),
                record.headers(),
                null,
                0,
                time.milliseconds(),
                metadata.cluster());
        return result.batchIsFull || result.newBatchCreated;
    }

    /** One round of the sender; answers when it wakes by itself. */
    private double runSender() {
        long now = time.milliseconds();
        RecordAccumulator.ReadyCheckResult ready = accumulator.ready(metadata, now);
        Set<Node> nodes = new HashSet<>(ready.readyNodes);
        nodes.removeIf(node -> inFlight[node.id()] >= MAX_IN_FLIGHT);
        accumulator.drain(metadata, nodes, MAX_REQUEST_BYTES, now).forEach((broker, batches) -> {
            if (!batches.isEmpty()) {
                inFlight[broker]++;
                responses.add(new Response(time.nowMillis + roundTripMillis, broker));
                batches.forEach(this::leave);
            }
        });
        if (!nodes.isEmpty()) {
            return time.nowMillis;
        }
        return ready.nextReadyCheckDelayMs == Long.MAX_VALUE
                ? Double.MAX_VALUE
                : time.nowMillis + Math.max(1, ready.nextReadyCheckDelayMs);
    }

    private void leave(ProducerBatch batch) {
        int records = batch.records().batches().iterator().next().countOrNull();
        sent.add(new Sent(records, batch.compressionRatio()));
        accumulator.completeAndDeallocateBatch(batch);
    }

    static double meanRecords(List<Sent> batches) {
        return batches.stream().mapToInt(Sent::records).average().orElseThrow();
    }

    @Override
    public void close() {
        accumulator.close();
        metrics.close();
    }

    private static final class SimulatedTime implements Time {
        private double nowMillis;

        @Override
        public long milliseconds() {
            return 1_700_000_000_000L + (long) nowMillis;
        }

        @Override
        public long nanoseconds() {
            return (long) (nowMillis * 1e6);
        }

        @Override
        public void sleep(long millis) {
            throw new UnsupportedOperationException("nothing sleeps in simulated time");
        }
    }
}
