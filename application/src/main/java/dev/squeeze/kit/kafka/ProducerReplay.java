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
    /** {@code buffer.memory}. */
    public static final long BUFFER_BYTES = 32L << 20;

    private static final double MIN_SLEEP_NANOS = 1e9 * ReplayPlan.Arrivals.Even.MIN_SLEEP_SECONDS;
    private static final double MILLI = 1e6;
    private static final double NEVER = Double.MAX_VALUE;
    /** Longer silence is passed over: Kafka's clock counts nanoseconds in a long, which ends after 292 years. */
    private static final double MAX_SILENCE_NANOS = 60e9;

    private final ReplayPlan plan;
    private final ReplayTiming timing;
    private final SimulatedTime time = new SimulatedTime();
    private final SimulatedAccumulator accumulator;
    private final Compression codec;
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
    private int buffered;
    private int mostBuffered;
    private double applicationFreeNanos;
    private double senderFreeNanos;
    private GuessSettling settling = new GuessSettling(0, GuessSettling.Guessing.AS_KAFKA);
    private double countingFromNanos;
    /** Silence that was passed over since batches count. */
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
        this.gathering = new int[plan.partitions()];
        this.connectionFreeNanos = new double[plan.brokers()];
        this.counts = new ReplayCounts(plan.brokers());
        this.fetches = new TailFetches(plan.brokers(), timing.fetchPause().toNanos());
        this.topicCodec = plan.topicCodec().map(KafkaBatchCodec::untimed);
        codec = KafkaBatchCodec.untimedCompression(plan.codec());
        // Without a codec there is no stream to stand in for.
        modelled = codec.type() == CompressionType.NONE
                ? Optional.empty()
                : plan.compressing().model().map(model -> new ModelledCompression(codec, model, seed));
        accumulator = new SimulatedAccumulator(plan, modelled.isPresent() ? modelled.get() : codec, time, seed);
    }

    /** Where Kafka's default partitioner puts a record: by its key, or anywhere. */
    public static int partitionOf(BatchRecord record, int partitions) {
        byte[] key = record.key();
        return key == null ? ANY_PARTITION : BuiltInPartitioner.partitionForKey(key, partitions);
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
     * @param records in their order; those without a timestamp get that of the simulated moment
     * @param partition of a record; {@link #ANY_PARTITION} leaves it to the producer
     * @throws IllegalStateException when the thread is interrupted
     */
    public ReplayedTraffic send(Records records, ToIntFunction<BatchRecord> partition, ReplayExtent extent) {
        settling = new GuessSettling(extent.settlingBytes(), guessing());
        progress = new ReplayProgress(extent, mayGoOn());
        double wakeNanos = NEVER;
        while (!progress.isOver()) {
            passOverSilence();
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

    /** Nothing happens until the next record where nothing gathers and no response is awaited. */
    private void passOverSilence() {
        double silenceNanos = dueNanos - time.nowNanos - MAX_SILENCE_NANOS;
        if (silenceNanos > 0 && buffered == 0) {
            dueNanos = time.nowNanos + MAX_SILENCE_NANOS;
            skippedNanos += silenceNanos;
        }
    }

    /** Beyond the batches that are compressed; brokers that compress them again need their bytes. */
    private boolean mayGoOn() {
        return plan.compressing().counted()
                && topicCodec.isEmpty()
                && (codec.type() == CompressionType.NONE || modelled.isPresent());
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
            return dueNanos + (1 + ReplayPlan.Arrivals.Even.OUT_OF_STEP) * 1e9 / even.recordsPerSecond();
        }
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Patterned patterned) {
            return dueNanos + patterned.gapNanos().getAsDouble();
        }
        return 0;
    }

    /** True where the producer wakes its sender. */
    private boolean append(BatchRecord handedOver, int partition) {
        modelled.ifPresent(model -> model.nextRecord(handedOver));
        BatchRecord record = handedOver.sentAt(time.milliseconds());
        Waiting waiting = new Waiting(record, asDue(), RecordFormatV2.encodedBytes(record, 0, 0));
        RecordAccumulator.RecordAppendResult result = accumulator.append(record, partition, waiting);
        if (result.newBatchCreated) {
            bufferedBytes += Math.max(plan.batchSizeBytes(), waiting.bytes);
            mostBuffered = Math.max(mostBuffered, ++buffered);
            open += gathering[waiting.partition]++ == 0 ? 1 : 0;
        }
        double takes = timing.append().of(waiting.bytes);
        if (counting) {
            counts.appended(open, takes);
        }
        applicationFreeNanos = time.nowNanos + takes;
        return result.batchIsFull || result.newBatchCreated;
    }

    /** An application thread that waits for room in the buffer goes on at this moment, and not when its record was due. */
    private void receive(Response response) {
        boolean waits = bufferedBytes >= BUFFER_BYTES;
        inFlight[response.broker]--;
        buffered -= response.batches;
        bufferedBytes -= response.bufferedBytes;
        if (waits && bufferedBytes < BUFFER_BYTES) {
            applicationFreeNanos = Math.max(applicationFreeNanos, response.atNanos);
        }
    }

    /** One round of the sender; answers when it wakes by itself. */
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
            // Its records' callbacks name them.
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
                    && settling.isOver(accumulator.guess(), (long) uncompressed, first.dueNanos, time.nowNanos)) {
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

    /** Of the batch that has just left. */
    private List<BatchRecord> recordsOfLast(int records) {
        return leaving.subList(leaving.size() - records, leaving.size()).stream()
                .map(waiting -> waiting.record)
                .toList();
    }

    private void progress(int records, long recordBytes, long compressedBytes) {
        boolean compressed = progress.isCompressing();
        progress.left(records, recordBytes, modelled.isPresent() && ModelledCompression.isSmall(recordBytes));
        if (compressed && mayGoOn() && modelled.isPresent()) {
            modelled.get().observe(recordsOfLast(records), recordBytes, compressedBytes);
            if (!progress.isCompressing()) {
                modelled.get().compressOnlySmallForReal();
            }
        } else if (!compressed && !progress.isCompressingSmall()) {
            modelled.ifPresent(ModelledCompression::compressNone);
        }
    }

    /** While batches are only modelled. */
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
