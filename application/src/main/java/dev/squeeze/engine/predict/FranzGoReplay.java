package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.SizeModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * franz-go's producer, modelled on the source of 1.22 in {@code pkg/kgo}:
 *
 * <ul>
 *   <li>{@code sink.go}, {@code checkIfShouldDrainOrStartLinger}: each partition has a timer of {@code ProducerLinger}. If there is a
 *       second batch, the first one is full and does not wait for the timer.
 *   <li>{@code sink.go}, {@code createReq}: whatever triggers a request, it takes along the first batch of every partition of that
 *       broker, whether its linger has expired or not.
 *   <li>{@code sink.go}, {@code maybeDrain}, and {@code atomic_maybe_work.go}: requests are made by a goroutine that is started when
 *       there is something to send. While the application hands over records without pausing, a CPU is awake and runs the goroutine
 *       at once; otherwise a CPU has to be woken. Records that arrive until then join the last batch. If one of them finds a full
 *       batch still in its partition, the goroutine makes another pass and takes partial batches along.
 *   <li>{@code sink.go}, {@code firstRespCheck}: up to five requests per broker may be in flight; {@code broker.go},
 *       {@code handleReqs}: one goroutine encodes, compresses and writes them one after another.
 *   <li>{@code sink.go}, {@code tryBuffer}: a batch is limited to {@code ProducerBatchMaxBytes} of uncompressed records.
 *   <li>{@code partitioner.go}, {@code UniformBytesPartitioner(64 << 10, true, true, nil)}: records without a key stay with a
 *       partition for 64 KiB, then move to a random one, weighted by the inverse of its buffered records. Keys: same as Java.
 * </ul>
 */
final class FranzGoReplay extends OtherClientReplay {
    /** Bytes of records without a key that go to one partition before moving on. */
    private static final long STICKY_BYTES = 64 << 10;

    private static final int MAX_REQUESTS = 5;
    /** {@code recordBatchOverhead} in sink.go: the header, and the length of the batch before it. */
    private static final int BATCH_OVERHEAD = RecordFormatV2.BATCH_HEADER_BYTES + 4;

    /**
     * Mean time from starting the goroutine that makes requests until it runs; from live producers on two-core
     * machines.
     */
    private static final double WAKE_NANOS = 100_000;

    /**
     * Minimum of this delay while the application hands over records without pausing, from a live producer: of 12
     * records due together, one to three more had joined the partial batch behind a full one.
     */
    private static final double MIN_AWAKE_NANOS = 1_000;

    /** Mean additional delay. */
    private static final double AWAKE_NANOS = 1_000;

    /** From a send-only loop at 1.33 million records/s ({@code benchmarks/run driver-overhead}). */
    private static final double SEND_NANOS = 750;

    private final List<ArrayDeque<Gathered>> partitions = new ArrayList<>();
    private final double[] lingerEndNanos;
    private final int[] requestsOfPartition;
    /** Records that are waiting or in flight. */
    private final long[] buffered;

    /** When a broker's goroutine makes its next request; {@link #NEVER} if it has not been started. */
    private final double[] drainNanos;
    /** The latest time at which it does so if the application keeps sending. */
    private final double[] awakeNanos;
    /** Whether it makes another pass. */
    private final boolean[] again;

    private final int[] requests;
    private int stickyPartition = -1;
    private long stickyBytes;

    FranzGoReplay(ReplayPlan plan, ClientCompression compression, Optional<SizeModel> model, long seed) {
        super(plan, compression, model, seed, SEND_NANOS);
        this.lingerEndNanos = new double[plan.partitions()];
        Arrays.fill(lingerEndNanos, NEVER);
        this.requestsOfPartition = new int[plan.partitions()];
        this.buffered = new long[plan.partitions()];
        this.drainNanos = new double[plan.brokers()];
        Arrays.fill(drainNanos, NEVER);
        this.awakeNanos = new double[plan.brokers()];
        this.again = new boolean[plan.brokers()];
        this.requests = new int[plan.brokers()];
        for (int i = 0; i < plan.partitions(); i++) {
            partitions.add(new ArrayDeque<>());
        }
    }

    @Override
    int partitionWithoutKey(BatchRecord record, int encodedBytes, double now) {
        stickyBytes += encodedBytes;
        if (stickyBytes >= STICKY_BYTES || stickyPartition < 0) {
            stickyBytes = stickyPartition < 0 ? stickyBytes : encodedBytes;
            stickyPartition = pick();
        }
        return stickyPartition;
    }

    private int pick() {
        double sum = 0;
        for (long records : buffered) {
            sum += 1.0 / (records + 1);
        }
        double left = random.nextDouble() * sum;
        for (int partition = buffered.length - 1; partition > 0; partition--) {
            left -= 1.0 / (buffered[partition] + 1);
            if (left <= 0) {
                return partition;
            }
        }
        return 0;
    }

    @Override
    int partitionOf(BatchRecord record, byte[] key) {
        return ProducerReplay.partitionOf(record, partitions.size());
    }

    @Override
    boolean append(BatchRecord record, int partition, int encodedBytes, double due, double now) {
        ArrayDeque<Gathered> own = partitions.get(partition);
        Gathered last = own.peekLast();
        int counted = last == null ? encodedBytes : countedBytes(record, last);
        if (last == null || BATCH_OVERHEAD + last.countedBytes + counted > plan.batchSizeBytes()) {
            if (last != null) {
                countFull();
            }
            opened();
            last = new Gathered();
            own.add(last);
            counted = encodedBytes;
        }
        last.add(record, due, now, encodedBytes, counted);
        buffered[partition]++;
        drainOrLinger(partition, now);
        act(now);
        return true;
    }

    /** {@code recordNumbersAt} in sink.go: includes the deltas to the batch's first offset and timestamp. */
    private static int countedBytes(BatchRecord record, Gathered batch) {
        return RecordFormatV2.encodedBytes(
                record,
                batch.records.size(),
                record.timestampMillis() - batch.records.getFirst().timestampMillis());
    }

    private void drainOrLinger(int partition, double now) {
        if (drainsOrStartsLingering(partition, now)) {
            lingerEndNanos[partition] = NEVER;
            beginDraining(broker(partition), now);
        }
    }

    /**
     * Returns whether something has to be sent; otherwise starts the linger of a partial batch
     * ({@code checkIfShouldDrainOrStartLinger} in sink.go).
     */
    private boolean drainsOrStartsLingering(int partition, double now) {
        int waiting = partitions.get(partition).size();
        if (plan.lingerMillis() == 0 && waiting > 0 || waiting > 1) {
            return true;
        }
        if (waiting == 1 && lingerEndNanos[partition] == NEVER) {
            lingerEndNanos[partition] = now + lingerNanos + plan.timing().late().toNanos() + GO_TIMER_NANOS;
        }
        return false;
    }

    private void beginDraining(int broker, double now) {
        if (drainNanos[broker] == NEVER) {
            drainNanos[broker] = now + WAKE_NANOS * slowness * exponential();
            awakeNanos[broker] = now + (MIN_AWAKE_NANOS + AWAKE_NANOS * exponential()) * slowness;
        } else {
            again[broker] = true;
        }
    }

    @Override
    void sendsOn(double now) {
        for (int broker = 0; broker < drainNanos.length; broker++) {
            if (drainNanos[broker] != NEVER) {
                drainNanos[broker] = Math.min(drainNanos[broker], Math.max(now, awakeNanos[broker]));
            }
        }
    }

    @Override
    double nextOwnEvent() {
        double next = NEVER;
        for (double end : lingerEndNanos) {
            next = Math.min(next, end);
        }
        for (int broker = 0; broker < drainNanos.length; broker++) {
            if (requests[broker] < MAX_REQUESTS) {
                next = Math.min(next, drainNanos[broker]);
            }
        }
        return next;
    }

    @Override
    void act(double now) {
        for (int partition = 0; partition < lingerEndNanos.length; partition++) {
            if (lingerEndNanos[partition] <= now) {
                lingerEndNanos[partition] = NEVER;
                beginDraining(broker(partition), now);
            }
        }
        for (int broker = 0; broker < drainNanos.length; broker++) {
            while (drainNanos[broker] <= now && requests[broker] < MAX_REQUESTS) {
                boolean more = drain(broker, now);
                drainNanos[broker] = more || again[broker] ? now : NEVER;
                again[broker] = false;
            }
        }
    }

    /** Sends one request with the first batch of each partition; returns whether batches remain that do not linger. */
    private boolean drain(int broker, double now) {
        boolean more = false;
        List<Integer> from = new ArrayList<>();
        List<Gathered> batches = new ArrayList<>();
        for (int partition = broker; partition < partitions.size(); partition += plan.brokers()) {
            Gathered batch = partitions.get(partition).poll();
            if (batch != null) {
                from.add(partition);
                batches.add(batch);
                requestsOfPartition[partition]++;
                lingerEndNanos[partition] = NEVER;
                more |= drainsOrStartsLingering(partition, now);
            }
        }
        if (!batches.isEmpty()) {
            requests[broker]++;
            sendRequest(broker, from, batches, now);
        }
        return more;
    }

    @Override
    void answered(Answer answer) {
        requests[answer.broker()]--;
        for (int i = 0; i < answer.partitions().size(); i++) {
            int partition = answer.partitions().get(i);
            buffered[partition] -= answer.counts().get(i);
            requestsOfPartition[partition]--;
            if (requestsOfPartition[partition] == 0) {
                drainOrLinger(partition, answer.atNanos());
            }
        }
    }
}
