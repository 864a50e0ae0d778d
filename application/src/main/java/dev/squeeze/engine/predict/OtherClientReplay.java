package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.CorrectedSizes;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayProgress;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Simulates one producer of a client library other than Java's, following the rules in the library's source, which each
 * subclass names. All of them collect uncompressed records and compress a batch as a whole when it is sent, so none of
 * them estimates the ratio.
 *
 * <p>Not thread-safe.
 */
abstract sealed class OtherClientReplay permits LibrdkafkaReplay, FranzGoReplay, SaramaReplay {
    static final double NEVER = Double.MAX_VALUE;
    static final double MILLI = 1e6;

    /**
     * Additional delay of timers in Go compared with Java. An idle runtime waits for the network in whole milliseconds
     * (its netpoll), so that a timer may be late by one; each arriving record also makes it check its timers. From live
     * producers with a linger of 5 ms, at 1,200 to 6,700 records/s each: 0 to 0.16 ms. An earlier series had 0.45 ms.
     */
    static final double GO_TIMER_NANOS = 100_000;

    /**
     * Reaction time of Java's network thread on machines whose threads run as promptly as those on which the clients
     * were measured.
     */
    private static final double PROMPT_REACTION_NANOS = 300_000;

    /** Start of simulated time. */
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    private final ClientCompression compression;
    private final double sendNanos;
    final ReplayPlan plan;
    final SplittableRandom random;
    /** For the ranks of batches among those of their size. */
    private final SplittableRandom ranks;

    final double lingerNanos;
    /** How many times as long threads take compared with idle CPUs. */
    final double slowness;

    private final Optional<CorrectedSizes> model;
    private final KafkaBatchCodec codec;
    private final Optional<KafkaBatchCodec> topicCodec;
    private final PriorityQueue<Answer> answers =
            new PriorityQueue<>((one, other) -> Double.compare(one.atNanos, other.atNanos));
    /** For each broker, one thread of the client compresses batches and writes requests, one request at a time. */
    private final double[] writerFreeNanos;
    /** A broker handles one request of a connection at a time. */
    private final double[] connectionFreeNanos;

    private Optional<Consumer<List<BatchRecord>>> observer = Optional.empty();
    private ByteBuffer target = ByteBuffer.allocate(1 << 16);

    private long records;
    private long batches;
    private long requests;
    private long recordBytes;
    private long storedBytes;
    private long recompressedBytes;
    private long full;
    private long largest;
    private double waitedNanos;
    private double openAtAppends;
    private int open;
    private final Histogram latency = new Histogram(3);
    private ReplayProgress progress = new ReplayProgress(new ReplayExtent(0, 1, 1), false);

    /** Records of a partition that are or will be sent together. */
    static final class Gathered {
        final ArrayDeque<BatchRecord> records = new ArrayDeque<>();
        private final ArrayDeque<Double> dueNanos = new ArrayDeque<>();
        /** When each record was handed over; later than due if the application does not keep up. */
        private final ArrayDeque<Double> handedNanos = new ArrayDeque<>();
        /** Uncompressed, without the batch's header. */
        long bytes;
        /** As counted by the library against its limits. */
        long countedBytes;

        void add(BatchRecord record, double due, double now, int encodedBytes, int counted) {
            records.add(record);
            dueNanos.add(due);
            handedNanos.add(now);
            bytes += encodedBytes;
            countedBytes += counted;
        }

        double firstHandedNanos() {
            return handedNanos.getFirst();
        }

        /** Moves the first record of another batch to this one. */
        void takeFirstOf(Gathered other, int encodedBytes, int counted) {
            add(
                    other.records.removeFirst(),
                    other.dueNanos.removeFirst(),
                    other.handedNanos.removeFirst(),
                    encodedBytes,
                    counted);
            other.bytes -= encodedBytes;
            other.countedBytes -= counted;
        }
    }

    /** The answer to a request. */
    record Answer(double atNanos, int broker, List<Integer> partitions, List<Integer> counts) {}

    /**
     * @param compression output size of the library's codec relative to Java's
     * @param model assumed compressed size with Java's codec of batches that are not compressed; empty if all are
     * @param sendNanos time that the application's thread needs to hand over a record
     */
    OtherClientReplay(
            ReplayPlan plan, ClientCompression compression, Optional<SizeModel> model, long seed, double sendNanos) {
        this.compression = compression;
        this.sendNanos = sendNanos;
        this.plan = plan;
        this.model = model.map(CorrectedSizes::new);
        this.random = new SplittableRandom(seed);
        this.ranks = new SplittableRandom(seed).split();
        this.lingerNanos = plan.lingerMillis() * MILLI;
        this.slowness = Math.max(1, plan.timing().reaction().toNanos() / PROMPT_REACTION_NANOS);
        this.codec = KafkaBatchCodec.untimed(plan.codec());
        this.topicCodec = plan.topicCodec().map(KafkaBatchCodec::untimed);
        this.writerFreeNanos = new double[plan.brokers()];
        this.connectionFreeNanos = new double[plan.brokers()];
        latency.setAutoResize(true);
    }

    /** Creates the replay of a client's producer. Java's is simulated elsewhere. */
    static OtherClientReplay of(
            Client client, ReplayPlan plan, ClientCompression compression, Optional<SizeModel> model, long seed) {
        return switch (client.profile()) {
            case LIBRDKAFKA -> new LibrdkafkaReplay(plan, compression, model, seed, client.isSticky());
            case FRANZ_GO -> new FranzGoReplay(plan, compression, model, seed);
            case SARAMA -> new SaramaReplay(plan, compression, model, seed);
            case JAVA -> throw new IllegalArgumentException("Java's producer is simulated by ProducerReplay");
        };
    }

    /** The partition of a record without a key. */
    abstract int partitionWithoutKey(BatchRecord record, int encodedBytes, double now);

    /** Whether records with that key are distributed like those without one. */
    boolean isLikeNone(byte[] key) {
        return false;
    }

    /** The partition of a key. */
    abstract int partitionOf(BatchRecord record, byte[] key);

    /**
     * Appends a record.
     *
     * @return false if there is no room until something else has happened
     */
    abstract boolean append(BatchRecord record, int partition, int encodedBytes, double due, double now);

    /** When the client acts next without a new record or response; {@link #NEVER} if it does not. */
    abstract double nextOwnEvent();

    /** Performs the actions that are due. */
    abstract void act(double now);

    /** Called when the application hands over the next record without having paused since the previous one. */
    void sendsOn(double now) {}

    /** Handles the broker's response to a request. */
    abstract void answered(Answer answer);

    /** Passes the records of each batch to the consumer when the batch is sent. */
    OtherClientReplay observedBy(Consumer<List<BatchRecord>> batches) {
        observer = Optional.of(batches);
        return this;
    }

    /**
     * Sends records.
     *
     * @param meanGapNanos mean time between two records; gaps are exponentially distributed unless the plan has even
     *     arrivals or a pattern
     */
    final ReplayedTraffic send(ProducerReplay.Records source, double meanGapNanos, ReplayExtent extent) {
        progress = new ReplayProgress(extent, mayGoOn());
        double now = 0;
        double due = 0;
        double free = 0;
        long appended = 0;
        Pending pending = next(source, 0);
        try {
            while (!progress.isOver()) {
                if (due <= free) {
                    sendsOn(free);
                }
                double handedOver = Math.max(due, free);
                double event = nextEvent();
                if (event <= handedOver) {
                    now = Math.max(now, event);
                    happen(now);
                    continue;
                }
                now = Math.max(now, handedOver);
                if (!append(pending.record, pending.partition, pending.encodedBytes, due, now)) {
                    // The sending thread blocks until there is room.
                    now = Math.max(now, nextEvent());
                    happen(now);
                    continue;
                }
                free = now + sendNanos;
                appended++;
                openAtAppends += open;
                due += gapNanos(meanGapNanos);
                pending = next(source, Math.max(due, free));
            }
        } finally {
            codec.close();
            topicCodec.ifPresent(KafkaBatchCodec::close);
        }
        return traffic(Math.max(1, now) / 1e9, appended);
    }

    private record Pending(BatchRecord record, int partition, int encodedBytes) {}

    private Pending next(ProducerReplay.Records source, double now) {
        BatchRecord record = source.next().sentAt(EPOCH_MILLIS + (long) (now / MILLI));
        int encodedBytes = RecordFormatV2.encodedBytes(record, 0, 0);
        byte[] key = record.key();
        int partition = key == null || isLikeNone(key)
                ? partitionWithoutKey(record, encodedBytes, now)
                : partitionOf(record, key);
        return new Pending(record, partition, encodedBytes);
    }

    private double gapNanos(double meanNanos) {
        if (plan.arrivals() instanceof ReplayPlan.Arrivals.Even) {
            return (1 + ReplayPlan.Arrivals.Even.OUT_OF_STEP) * meanNanos;
        }
        return plan.arrivals() instanceof ReplayPlan.Arrivals.Patterned patterned
                ? patterned.gapNanos().getAsDouble()
                : exponential() * meanNanos;
    }

    /** Exponentially distributed, with a mean of 1. */
    final double exponential() {
        return -Math.log(1 - random.nextDouble());
    }

    private double nextEvent() {
        Answer answer = answers.peek();
        return Math.min(answer == null ? NEVER : answer.atNanos, nextOwnEvent());
    }

    private void happen(double now) {
        for (Answer answer = answers.peek(); answer != null && answer.atNanos <= now; answer = answers.peek()) {
            answers.remove();
            answered(answer);
        }
        act(now);
    }

    final int broker(int partition) {
        return partition % plan.brokers();
    }

    /** A partition has started a new batch. */
    final void opened() {
        open++;
    }

    /** A batch left because it was full. */
    final void countFull() {
        full++;
    }

    /** When the thread that writes requests to a broker has written all requests so far. */
    final double writerFreeNanos(int broker) {
        return writerFreeNanos[broker];
    }

    /** Time to write a request, including compression. */
    double writingNanos(int batchCount, long recordCount, long bytes) {
        return plan.timing().drain().of(batchCount, recordCount, bytes)
                + plan.timing().append().nanosPerByte() * bytes;
    }

    /**
     * Sends a request once the previous ones are written. The response arrives after the round trip and the broker's
     * work for this request and those before it.
     *
     * @param partitions of the batches, in the same order
     */
    final void sendRequest(int broker, List<Integer> partitions, List<Gathered> gathered, double now) {
        requests++;
        List<Integer> counts = new ArrayList<>();
        long sentRecords = 0;
        long sentBytes = 0;
        for (Gathered batch : gathered) {
            counts.add(batch.records.size());
            sentRecords += batch.records.size();
            sentBytes += batch.bytes;
        }
        double halfTripNanos = plan.timing().roundTrip().toNanos() / 2.0;
        writerFreeNanos[broker] =
                Math.max(now, writerFreeNanos[broker]) + writingNanos(gathered.size(), sentRecords, sentBytes);
        connectionFreeNanos[broker] = Math.max(writerFreeNanos[broker] + halfTripNanos, connectionFreeNanos[broker])
                + plan.timing().service().of(gathered.size(), sentRecords, sentBytes);
        double answeredNanos = connectionFreeNanos[broker] + halfTripNanos;
        gathered.forEach(batch -> leave(batch, now, answeredNanos));
        answers.add(new Answer(answeredNanos, broker, partitions, counts));
    }

    private void leave(Gathered batch, double now, double answeredNanos) {
        int count = batch.records.size();
        largest = Math.max(largest, batch.bytes);
        batches++;
        records += count;
        long bytes = framedBytes(batch);
        recordBytes += bytes;
        long stored = storedBytes(batch);
        progress.left(count, bytes, false);
        storedBytes += stored;
        recompressedBytes += topicCodec.map(again -> encodedBytes(again, batch)).orElse(stored);
        waitedNanos += now - batch.dueNanos.getFirst();
        batch.dueNanos.forEach(due -> latency.recordValue((long) (answeredNanos - due)));
        observer.ifPresent(known -> known.accept(List.copyOf(batch.records)));
        open--;
    }

    /** Bytes of its records as encoded in the batch, with deltas to the first offset and timestamp. */
    private static long framedBytes(Gathered batch) {
        long first = batch.records.getFirst().timestampMillis();
        long bytes = 0;
        int place = 0;
        for (BatchRecord record : batch.records) {
            bytes += RecordFormatV2.encodedBytes(record, place++, record.timestampMillis() - first);
        }
        return bytes;
    }

    private long storedBytes(Gathered batch) {
        return RecordFormatV2.BATCH_HEADER_BYTES + Math.round(javasBytes(batch) * compression.factor(batch.bytes));
    }

    /**
     * Whether further batches may be modelled if the compressed ones are not enough. Not possible if brokers
     * recompress, since that needs the actual bytes.
     */
    private boolean mayGoOn() {
        return plan.compressing().counted() && model.isPresent() && topicCodec.isEmpty();
    }

    /** Compressed size with Java's codec. */
    private double javasBytes(Gathered batch) {
        if (!plan.compressing().counted() || mayGoOn() && !progress.isCompressing()) {
            return model.orElseThrow().compressedBytes(List.of(), batch.bytes, ranks.nextDouble());
        }
        double compressed = encodedBytes(codec, batch) - RecordFormatV2.BATCH_HEADER_BYTES;
        model.ifPresent(known -> known.observe(List.of(), batch.bytes, compressed));
        return compressed;
    }

    private long encodedBytes(KafkaBatchCodec with, Gathered batch) {
        if (target.capacity() < batch.bytes + 1024) {
            target = ByteBuffer.allocate((int) (2 * batch.bytes + 1024));
        }
        target.clear();
        return with.encode(batch.records.toArray(BatchRecord[]::new), target).remaining();
    }

    private ReplayedTraffic traffic(double seconds, long appended) {
        return new ReplayedTraffic(
                records,
                batches,
                progress.compressedBatches(),
                requests,
                requests,
                recordBytes,
                0,
                Math.max(1, openAtAppends / Math.max(1, appended)),
                storedBytes,
                recompressedBytes,
                batches * RecordFormatV2.BATCH_HEADER_BYTES,
                full,
                largest,
                0,
                progress.recordsPerBatchRelativeError(),
                waitedNanos / batches / MILLI,
                seconds,
                0,
                0,
                0,
                latency);
    }
}
