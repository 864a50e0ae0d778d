package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.SizeModel;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * librdkafka's producer, modelled on the source of 2.11.1 (unchanged in 2.15.0):
 *
 * <ul>
 *   <li>{@code rdkafka_broker.c}, {@code rd_kafka_toppar_producer_serve}: a broker's thread serves each partition separately. Its
 *       records are sent once the oldest has waited for {@code linger.ms}, or once there are {@code batch.num.messages} of them or
 *       {@code batch.size} bytes of keys and values. The number of requests in flight is unlimited, with one batch each.
 *   <li>{@code rdkafka_msgset_writer.c}, {@code rd_kafka_msgset_writer_write_msgq}: the batch takes records as long as they fit into
 *       {@code batch.size} with the largest possible framing. The others stay in the queue and keep their age. So do records
 *       that do not fit into {@code message.max.bytes}, which is assumed to be no smaller: {@link Client#lines} sets it.
 *   <li>{@code rdtime.h}, {@code rd_timeout_ms}: the thread sleeps for whole milliseconds, rounded up, unless it is woken by the
 *       first record of a partition, a response, or a record that arrives after the linger has expired.
 *   <li>{@code rdkafka_msg.c}, {@code rd_kafka_msg_sticky_partition}: records without a key stay with a partition for
 *       {@code sticky.partitioning.linger.ms}, which {@code rdkafka_conf.c} sets to twice {@code linger.ms}. Without a linger
 *       they go to random partitions. Keys: CRC-32.
 * </ul>
 */
final class LibrdkafkaReplay extends OtherClientReplay {
    /** From a send-only loop at 0.55 million records/s ({@code benchmarks/run driver-overhead}). */
    private static final double SEND_NANOS = 1_800;

    /** {@code batch.num.messages}. */
    private static final int MAX_MESSAGES = 10_000;

    /** Upper bound of a record's framing, with varints of maximum length. */
    private static final int MAX_FRAMING_BYTES = Client.MESSAGE_FRAMING_BYTES;

    /** Headers of the request and the batch, which count as well. */
    private static final int REQUEST_BYTES = RecordFormatV2.BATCH_HEADER_BYTES + 60;

    /** From waking a broker's thread until it checks its partitions; from live producers on two-core machines. */
    private static final double WAKE_NANOS = 100_000;

    /**
     * The thread's time for a request, during which it serves no other partition. From the same measurements.
     * Compressing the batch takes additional time ({@code rdkafka_broker.c}, {@code rd_kafka_toppar_producer_serve}).
     */
    private static final double REQUEST_NANOS = 100_000;

    /**
     * Tolerance for times that are computed in two ways: without it, the thread could keep finding a linger that has
     * not quite expired.
     */
    private static final double ROUNDING_NANOS = 1;

    private final boolean sticky;
    private final Gathered[] partitions;
    private final BrokerThread[] threads;
    private int stickyPartition;
    private double stickySinceNanos = -NEVER;

    LibrdkafkaReplay(
            ReplayPlan plan, ClientCompression compression, Optional<SizeModel> model, long seed, boolean sticky) {
        super(plan, compression, model, seed, SEND_NANOS);
        this.sticky = sticky && plan.lingerMillis() > 0;
        this.partitions = new Gathered[plan.partitions()];
        this.threads = new BrokerThread[plan.brokers()];
        for (int broker = 0; broker < threads.length; broker++) {
            threads[broker] = new BrokerThread(broker);
        }
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = new Gathered();
        }
    }

    @Override
    int partitionWithoutKey(BatchRecord record, int encodedBytes, double now) {
        if (!sticky || now - stickySinceNanos > 2 * lingerNanos) {
            stickyPartition = random.nextInt(partitions.length);
            stickySinceNanos = now;
        }
        return stickyPartition;
    }

    /** {@code rdkafka_msg.c}, {@code rd_kafka_msg_partitioner}, with the default partitioner. */
    @Override
    boolean isLikeNone(byte[] key) {
        return key.length == 0;
    }

    @Override
    int partitionOf(BatchRecord record, byte[] key) {
        CRC32 crc = new CRC32();
        crc.update(key);
        return (int) (crc.getValue() % partitions.length);
    }

    @Override
    boolean append(BatchRecord record, int partition, int encodedBytes, double due, double now) {
        Gathered own = partitions[partition];
        boolean first = own.records.isEmpty();
        if (first) {
            opened();
        }
        own.add(record, due, now, encodedBytes, record.payloadBytes());
        BrokerThread thread = threads[broker(partition)];
        if (isFull(own) || first || now >= lingerEnd(own)) {
            thread.wake(now);
        }
        act(now);
        return true;
    }

    private boolean isFull(Gathered own) {
        return own.records.size() >= MAX_MESSAGES || own.countedBytes >= plan.batchSizeBytes();
    }

    private double lingerEnd(Gathered own) {
        return own.firstHandedNanos() + lingerNanos;
    }

    @Override
    double nextOwnEvent() {
        double next = NEVER;
        for (BrokerThread thread : threads) {
            next = Math.min(next, thread.runsAtNanos);
        }
        return next;
    }

    @Override
    void act(double now) {
        for (BrokerThread thread : threads) {
            while (thread.runsAtNanos <= now) {
                thread.run(thread.runsAtNanos);
            }
        }
    }

    /** Only compression: the thread's own time for a request is added when it sends. */
    @Override
    double writingNanos(int batchCount, long recordCount, long bytes) {
        return plan.codec().type() == CodecType.NONE
                ? 0
                : plan.timing().append().nanosPerByte() * bytes;
    }

    @Override
    void answered(Answer answer) {
        threads[answer.broker()].wake(answer.atNanos());
    }

    private Gathered batchOf(Gathered own) {
        Gathered batch = new Gathered();
        while (!own.records.isEmpty() && batch.records.size() < MAX_MESSAGES) {
            BatchRecord next = own.records.getFirst();
            int encodedBytes = RecordFormatV2.encodedBytes(next, 0, 0);
            if (!batch.records.isEmpty()
                    && REQUEST_BYTES + batch.bytes + next.payloadBytes() + MAX_FRAMING_BYTES > plan.batchSizeBytes()) {
                break;
            }
            batch.takeFirstOf(own, encodedBytes, next.payloadBytes());
        }
        return batch;
    }

    /** The thread that serves the partitions of a broker in turn. */
    private final class BrokerThread {
        private final int broker;
        /** When it checks its partitions next. */
        private double runsAtNanos = NEVER;

        private double busyUntilNanos;
        private int next;

        BrokerThread(int broker) {
            this.broker = broker;
            this.next = broker;
        }

        void wake(double now) {
            runsAtNanos = Math.min(runsAtNanos, Math.max(busyUntilNanos, now + slowness * WAKE_NANOS));
        }

        /** Sends one batch if one is ready, and continues with the next partition afterwards; otherwise sleeps. */
        void run(double now) {
            double linger = NEVER;
            for (int i = broker; i < partitions.length; i += plan.brokers()) {
                int partition = next;
                next = next + plan.brokers() < partitions.length ? next + plan.brokers() : broker;
                Gathered own = partitions[partition];
                if (own.records.isEmpty()) {
                    continue;
                }
                if (isFull(own) || lingerEnd(own) <= now + ROUNDING_NANOS) {
                    send(partition, own, now);
                    busyUntilNanos = writerFreeNanos(broker) + slowness * REQUEST_NANOS;
                    runsAtNanos = busyUntilNanos;
                    return;
                }
                linger = Math.min(linger, lingerEnd(own));
            }
            runsAtNanos = linger == NEVER ? NEVER : now + Math.ceil((linger - now - ROUNDING_NANOS) / MILLI) * MILLI;
        }

        private void send(int partition, Gathered own, double now) {
            if (isFull(own)) {
                countFull();
            }
            sendRequest(broker, List.of(partition), List.of(batchOf(own)), now);
            if (!own.records.isEmpty()) {
                opened();
            }
        }
    }
}
