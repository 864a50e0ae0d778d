package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.clients.producer.internals.RecordAccumulator;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.jspecify.annotations.Nullable;

/**
 * A Java producer in simulated time: Kafka's own accumulator, partitioner, batches and compression ratio estimator, with real
 * records that are really compressed. Only the loop of {@code Sender.sendProducerData} is simulated: it queries which brokers are
 * ready, skips those with five requests in flight, drains one batch of each partition of the others, and sleeps until a batch is
 * due, a response arrives, or it is woken by an append that created or filled a batch. Simulating a second of traffic takes as long
 * as compressing it; a minute at a low rate takes no longer than its few records.
 *
 * <p>One instance is one producer. Not thread-safe.
 */
public final class ProducerReplay implements AutoCloseable {
    /** The producer chooses the partition. */
    public static final int ANY_PARTITION = RecordMetadata.UNKNOWN_PARTITION;

    private static final int MAX_IN_FLIGHT = 5;
    /** {@code buffer.memory}. */
    public static final long BUFFER_BYTES = 32L << 20;

    private static final double MIN_SLEEP_NANOS = 1e9 * ReplayPlan.Arrivals.Even.MIN_SLEEP_SECONDS;
    private static final double MILLI = 1e6;
    private static final double NEVER = Double.MAX_VALUE;
    /** Longer idle times are skipped: Kafka's clock counts nanoseconds in a long, which overflows after 292 years. */
    private static final double MAX_IDLE_NANOS = 60e9;

    private final ReplayPlan plan;
    private final ReplayTiming timing;
    private final SimulatedTime time = new SimulatedTime();
    private final SimulatedAccumulator accumulator;
    private final Compression codec;
    private final Optional<ModelledCompression> modelled;
    private final Optional<KafkaBatchCodec> topicCodec;
    private final SplittableRandom random;
    private final int[] inFlight;
    /** Batches of each partition that have not been sent. */
    private final int[] unsentBatches;
    /** When the next record is due. */
    private double dueNanos;

    private int open;
    private final double[] connectionFreeNanos;
    private final TailFetches fetches;
    private final PriorityQueue<Response> responses =
            new PriorityQueue<>((one, other) -> Double.compare(one.atNanos, other.atNanos));
    private final List<Waiting> leaving = new ArrayList<>();
    private double bufferedBytes;
    private int buffered;
    private int mostBuffered;
    private double applicationFreeNanos;
    private double senderFreeNanos;
    private GuessSettling settling = new GuessSettling(0, GuessSettling.Guessing.AS_KAFKA);
    private double countingFromNanos;
    /** Idle time that was skipped since batches are counted. */
    private double skippedNanos;

    private double compressingSinceNanos = NEVER;
    private boolean counting;
    private long largestBatch;
    private final ReplayCounts counts;
    private ReplayProgress progress = new ReplayProgress(new ReplayExtent(0, 1, 1), false);
    private Optional<Consumer<List<BatchRecord>>> observer = Optional.empty();

    private record Response(double atNanos, int broker, int batches, double bufferedBytes) {}

    public ProducerReplay(ReplayPlan plan, long seed) {
        this.plan = plan;
        this.timing = plan.timing();
        this.random = new SplittableRandom(seed);
        this.inFlight = new int[plan.brokers()];
        this.unsentBatches = new int[plan.partitions()];
        this.connectionFreeNanos = new double[plan.brokers()];
        this.counts = new ReplayCounts(plan.brokers());
        this.fetches = new TailFetches(plan.brokers(), timing.fetchPause().toNanos());
        this.topicCodec = plan.topicCodec().map(KafkaBatchCodec::untimed);
        codec = KafkaBatchCodec.untimedCompression(plan.codec());
        // Without a codec there is no stream to replace.
        modelled = codec.type() == CompressionType.NONE
                ? Optional.empty()
                : plan.compressing().model().map(model -> new ModelledCompression(codec, model, seed));
        accumulator = new SimulatedAccumulator(plan, modelled.isPresent() ? modelled.get() : codec, time, seed);
    }

    /** The partition that Kafka's default partitioner chooses for a record with a key; {@link #ANY_PARTITION} without one. */
    public static int partitionOf(BatchRecord record, int partitions) {
        byte[] key = record.key();
        return key == null ? ANY_PARTITION : BuiltInPartitioner.partitionForKey(key, partitions);
    }

    /** Passes the records of each counted batch to an observer when it is sent. */
    public ProducerReplay observedBy(Consumer<List<BatchRecord>> batches) {
        observer = Optional.of(batches);
        return this;
    }

    /** An endless source of records. */
    @FunctionalInterface
    public interface Records {
        BatchRecord next();
    }

    /**
     * Sends records.
     *
     * @param records in order; those without a timestamp get the simulated time
     * @param partition of a record; with {@link #ANY_PARTITION} the producer chooses it
     * @throws IllegalStateException if the thread is interrupted
     */
    public ReplayedTraffic send(Records records, ToIntFunction<BatchRecord> partition, ReplayExtent extent) {
        settling = new GuessSettling(extent.settlingBytes(), guessing());
        progress = new ReplayProgress(extent, canModelSizes());
        double wakeNanos = NEVER;
        while (!progress.isOver()) {
            skipIdleTime();
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
        return counts.traffic(
                Math.max(1, time.nowNanos - countingFromNanos + skippedNanos), largestBatch, mostBuffered, progress);
    }

    /** Nothing happens before the next record if no batch is buffered or in flight. */
    private void skipIdleTime() {
        double idleNanos = dueNanos - time.nowNanos - MAX_IDLE_NANOS;
        if (idleNanos > 0 && buffered == 0) {
            dueNanos = time.nowNanos + MAX_IDLE_NANOS;
            skippedNanos += idleNanos;
        }
    }

    /**
     * Whether to continue after the batches to compress, with modelled sizes; not possible if brokers recompress, which needs the
     * actual bytes.
     */
    private boolean canModelSizes() {
        return plan.compressing().counted()
                && topicCodec.isEmpty()
                && (codec.type() == CompressionType.NONE || modelled.isPresent());
    }

    private double appendAt() {
        boolean sleeps = plan.arrivals() instanceof ReplayPlan.Arrivals.Even && dueNanos > applicationFreeNanos;
        return Math.max(dueNanos, applicationFreeNanos + (sleeps ? MIN_SLEEP_NANOS : 0));
    }

    /**
     * Exponentially distributed: usually short, but long if another thread occupies the processor, so the number of records
     * appended meanwhile varies.
     */
    private double reactionNanos() {
        return -timing.reaction().toNanos() * Math.log(1 - random.nextDouble());
    }

    private double senderAt(double nanos) {
        return Math.max(nanos, senderFreeNanos);
    }

    /** In a closed loop, a record is due when it is accepted. */
    private double asDue() {
        return plan.arrivals() instanceof ReplayPlan.Arrivals.AsFastAsTaken ? time.nowNanos : dueNanos;
    }

    private double nextDue() {
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Poisson poisson) {
            return dueNanos - Math.log(1 - random.nextDouble()) / poisson.recordsPerSecond() * 1e9;
        }
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Even even) {
            return dueNanos + (1 + ReplayPlan.Arrivals.Even.OUT_OF_STEP) * 1e9 / even.recordsPerSecond();
        }
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Patterned patterned) {
            return dueNanos + patterned.gapNanos().getAsDouble();
        }
        return 0;
    }

    /** Whether the producer wakes its sender. */
    private boolean append(BatchRecord handedOver, int partition) {
        modelled.ifPresent(model -> model.nextRecord(handedOver));
        BatchRecord record = handedOver.sentAt(time.milliseconds());
        Waiting waiting = new Waiting(record, asDue(), RecordFormatV2.encodedBytes(record, 0, 0));
        RecordAccumulator.RecordAppendResult result = accumulator.append(record, partition, waiting);
        if (result.newBatchCreated) {
            bufferedBytes += Math.max(plan.batchSizeBytes(), waiting.bytes);
            mostBuffered = Math.max(mostBuffered, ++buffered);
            open += unsentBatches[waiting.partition]++ == 0 ? 1 : 0;
        }
        double takes = timing.append().of(waiting.bytes);
        if (counting) {
            counts.appended(open, takes);
        }
        applicationFreeNanos = time.nowNanos + takes;
        return result.batchIsFull || result.newBatchCreated;
    }

    /** An application thread that was blocked by a full buffer continues now, not when its record was due. */
    private void receive(Response response) {
        boolean waits = bufferedBytes >= BUFFER_BYTES;
        inFlight[response.broker]--;
        buffered -= response.batches;
        bufferedBytes -= response.bufferedBytes;
        if (waits && bufferedBytes < BUFFER_BYTES) {
            applicationFreeNanos = Math.max(applicationFreeNanos, response.atNanos);
        }
    }

    /** One iteration of the sender; returns when it wakes up by itself. */
    private double runSender() {
        SimulatedAccumulator.Drained drained = accumulator.drain(broker -> inFlight[broker] < MAX_IN_FLIGHT);
        double sentNanos = time.nowNanos;
        for (Map.Entry<Integer, List<ProducerBatch>> request : drained.batches().entrySet()) {
            if (!request.getValue().isEmpty()) {
                sentNanos = sendRequest(request.getKey(), request.getValue(), sentNanos);
            }
        }
        senderFreeNanos = sentNanos;
        if (drained.asked()) {
            return sentNanos;
        }
        return drained.nextMillis() == Long.MAX_VALUE
                ? NEVER
                : senderAt(time.nowNanos
                        + MILLI * Math.max(1, drained.nextMillis())
                        + timing.late().toNanos());
    }

    private double sendRequest(int broker, List<ProducerBatch> batches, double fromNanos) {
        leaving.clear();
        double bytesOfBuffer = 0;
        for (ProducerBatch batch : batches) {
            int first = leaving.size();
            // Completing a batch calls the callbacks of its records, which add them to {@code leaving}.
            SimulatedAccumulator.complete(batch);
            bytesOfBuffer += Math.max(plan.batchSizeBytes(), leaving.get(first).bytes);
            count(batch, leaving.size() - first, leaving.get(first));
            accumulator.free(batch);
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
        responses.add(new Response(answeredNanos, broker, batches.size(), bytesOfBuffer));
        return fromNanos + takes;
    }

    private void count(ProducerBatch batch, int records, Waiting first) {
        // If a newer batch exists, the application thread found this one full and closed it.
        boolean last = --unsentBatches[first.partition] == 0;
        open -= last ? 1 : 0;
        long stored = batch.records().sizeInBytes();
        largestBatch = Math.max(
                largestBatch,
                Math.round((stored - RecordFormatV2.BATCH_HEADER_BYTES) / Math.max(1e-6, batch.compressionRatio())));
        if (!counting) {
            hasten(batch.compressionRatio());
            double uncompressed = stored / batch.compressionRatio();
            if (compressingSinceNanos == NEVER
                    && settling.isOver(accumulator.guess(), (long) uncompressed, first.dueNanos, time.nowNanos)) {
                compressingSinceNanos = time.nowNanos;
                if (plan.compressing().counted()) {
                    modelled.ifPresent(ModelledCompression::compressForReal);
                }
            }
            // Batches opened earlier are still in the buffer with modelled sizes.
            if (compressingSinceNanos != NEVER
                    && (modelled.isEmpty()
                            || !plan.compressing().counted()
                            || first.dueNanos >= compressingSinceNanos)) {
                counting = true;
                countingFromNanos = time.nowNanos;
                skippedNanos = 0;
            }
            return;
        }
        observer.ifPresent(known -> known.accept(recordsOfLast(records)));
        long recordBytes = Math.round((stored - RecordFormatV2.BATCH_HEADER_BYTES) / batch.compressionRatio());
        progress(records, recordBytes, stored - RecordFormatV2.BATCH_HEADER_BYTES);
        boolean full = accumulator.isFull(recordBytes);
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

    /** The records of the batch that was just sent. */
    private List<BatchRecord> recordsOfLast(int records) {
        return leaving.subList(leaving.size() - records, leaving.size()).stream()
                .map(waiting -> waiting.record)
                .toList();
    }

    private void progress(int records, long recordBytes, long compressedBytes) {
        boolean compressed = progress.isCompressing();
        progress.left(records, recordBytes, modelled.isPresent() && ModelledCompression.isSmall(recordBytes));
        if (compressed && canModelSizes() && modelled.isPresent()) {
            modelled.get().observe(recordsOfLast(records), recordBytes, compressedBytes);
            if (!progress.isCompressing()) {
                modelled.get().compressOnlySmallForReal();
            }
        } else if (!compressed && !progress.isCompressingSmall()) {
            modelled.ifPresent(ModelledCompression::compressNone);
        }
    }

    /** Only while all batches are modelled. */
    private void hasten(double observed) {
        if (guessing() == GuessSettling.Guessing.HASTENED && compressingSinceNanos == NEVER) {
            accumulator.hasten(observed);
        }
    }

    private GuessSettling.Guessing guessing() {
        if (codec.type() == CompressionType.NONE) {
            return GuessSettling.Guessing.NOT_AT_ALL;
        }
        return modelled.isPresent() && !plan.compressing().counted()
                ? GuessSettling.Guessing.HASTENED
                : GuessSettling.Guessing.AS_KAFKA;
    }

    /**
     * Whether the next record is due before the last one has been appended. In that case the application thread reacquires the lock
     * of a batch before the network thread, which is waiting for it, has woken up, so it is the application thread that closes full
     * batches.
     */
    private boolean isApplicationBusy() {
        return dueNanos <= applicationFreeNanos;
    }

    @Override
    public void close() {
        accumulator.close();
        KafkaBatchCodec.free(codec);
        topicCodec.ifPresent(KafkaBatchCodec::close);
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
