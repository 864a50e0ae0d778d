package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.HdrHistogram.Histogram;

/**
 * One producer of another client library than Java's in simulated time, by the rules in its documentation and source. All of
 * them collect uncompressed records, and compress a batch as a whole when it leaves, so no estimate of the ratio is in it.
 *
 * <ul>
 *   <li>librdkafka: each partition has its own timer ({@code linger.ms} from its oldest record) and requests of its own, any
 *       number of which may be under way; a batch is full at {@code batch.size} bytes or {@code batch.num.messages}. Records
 *       without a key stay with a partition for twice the linger ({@code sticky.partitioning.linger.ms} left alone); before 1.6
 *       they went to partitions at random. Keys: CRC-32.
 *   <li>franz-go: each partition has its own timer; one request is under way for a broker, which takes along what is due.
 *       Records without a key stay with a partition for 64 KiB. Keys: as Java's.
 *   <li>sarama: one timer for all partitions of a broker ({@code Flush.Frequency}), five requests under way. Records without
 *       a key go to partitions at random. Keys: FNV-1a.
 * </ul>
 *
 * <p>For one thread.
 */
final class OtherClientReplay {
    /** {@code batch.num.messages} of librdkafka. */
    private static final int MAX_MESSAGES = 10_000;

    /** Of franz-go's default partitioner: bytes without a key that go to one partition. */
    private static final long STICKY_BYTES = 64 << 10;

    /** {@code Net.MaxOpenRequests} of sarama. */
    private static final int SARAMA_OPEN_REQUESTS = 5;

    private static final double NEVER = Double.MAX_VALUE;
    private static final double MILLI = 1e6;

    private final ClientProfile client;
    private final boolean sticky;
    private final ReplayPlan plan;
    private final Optional<SizeModel> model;
    private final SplittableRandom random;
    private final KafkaBatchCodec codec;
    private final Optional<KafkaBatchCodec> topicCodec;
    private final Open[] partitions;
    private final double[] brokerFlushNanos;
    private final List<List<Double>> answers = new ArrayList<>();
    private ByteBuffer target = ByteBuffer.allocate(1 << 16);

    private int stickyPartition;
    private double stickySinceNanos;
    private long stickyBytes;

    private long records;
    private long batches;
    private long requests;
    private long recordBytes;
    private long storedBytes;
    private long recompressedBytes;
    private long full;
    private long largest;
    private double recordsSquared;
    private double waitedNanos;
    private double openAtAppends;
    private Optional<Consumer<List<BatchRecord>>> observer = Optional.empty();
    private int open;
    private final Histogram latency = new Histogram(3);

    /** A partition's records that have not left. */
    private static final class Open {
        private final List<BatchRecord> records = new ArrayList<>();
        private final List<Double> dueNanos = new ArrayList<>();
        private long bytes;
    }

    /** @param model what batches are taken to compress to; empty where they are compressed */
    OtherClientReplay(Client client, ReplayPlan plan, Optional<SizeModel> model, long seed) {
        this.client = client.profile();
        this.sticky = client.isSticky();
        this.plan = plan;
        this.model = model;
        this.random = new SplittableRandom(seed);
        this.codec = new KafkaBatchCodec(plan.codec());
        this.topicCodec = plan.topicCodec().map(KafkaBatchCodec::new);
        this.partitions = new Open[plan.partitions()];
        this.brokerFlushNanos = new double[plan.brokers()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = new Open();
        }
        for (int i = 0; i < plan.brokers(); i++) {
            brokerFlushNanos[i] = NEVER;
            answers.add(new ArrayList<>());
        }
        latency.setAutoResize(true);
    }

    /** Hands over the records of each batch, when it leaves. */
    OtherClientReplay observedBy(Consumer<List<BatchRecord>> batches) {
        observer = Optional.of(batches);
        return this;
    }

    /**
     * Sends records.
     *
     * @param meanGapNanos between two of them, which are exponential unless the plan has a pattern
     */
    ReplayedTraffic send(ProducerReplay.Records source, double meanGapNanos, ProducerReplay.Extent extent) {
        double now = 0;
        double due = 0;
        long appended = 0;
        try (codec) {
            while (batches < extent.batches() && recordBytes < extent.recordBytes()) {
                double flush = nextFlush();
                if (flush <= due) {
                    now = Math.max(now, flush);
                    flushDue(now);
                    continue;
                }
                now = due;
                append(source.next(), now);
                appended++;
                openAtAppends += open;
                due += plan.arrivals() instanceof ReplayPlan.Arrivals.Patterned patterned
                        ? patterned.gapNanos().getAsDouble()
                        : -Math.log(1 - random.nextDouble()) * meanGapNanos;
            }
        }
        topicCodec.ifPresent(KafkaBatchCodec::close);
        double seconds = Math.max(1, now) / 1e9;
        return new ReplayedTraffic(
                records,
                batches,
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
                recordsSquared,
                waitedNanos / batches / MILLI,
                seconds,
                0,
                0,
                0,
                latency);
    }

    private void append(BatchRecord record, double now) {
        int size = RecordFormatV2.encodedBytes(record, 0, 0);
        int partition = partition(record, size, now);
        Open own = partitions[partition];
        if (!own.records.isEmpty()
                && (own.bytes + size + RecordFormatV2.BATCH_HEADER_BYTES > plan.batchSizeBytes()
                        || (client == ClientProfile.LIBRDKAFKA && own.records.size() >= MAX_MESSAGES))) {
            full++;
            leave(partition, now, true);
        }
        if (own.records.isEmpty()) {
            open++;
        }
        own.records.add(record);
        own.dueNanos.add(now);
        own.bytes += size;
        int broker = partition % plan.brokers();
        if (client == ClientProfile.SARAMA && brokerFlushNanos[broker] == NEVER) {
            brokerFlushNanos[broker] = now + plan.lingerMillis() * MILLI;
        }
    }

    private int partition(BatchRecord record, int size, double now) {
        byte[] key = record.key();
        int count = partitions.length;
        if (key != null) {
            return switch (client) {
                case LIBRDKAFKA -> {
                    CRC32 crc = new CRC32();
                    crc.update(key);
                    yield (int) (crc.getValue() % count);
                }
                case SARAMA -> Math.abs(fnv(key) % count);
                default -> ProducerReplay.partitionOf(record, count);
            };
        }
        boolean moves =
                switch (client) {
                    case LIBRDKAFKA -> !sticky || now - stickySinceNanos >= 2 * plan.lingerMillis() * MILLI;
                    case FRANZ_GO -> stickyBytes + size > STICKY_BYTES;
                    default -> true;
                };
        if (moves) {
            stickyPartition = random.nextInt(count);
            stickySinceNanos = now;
            stickyBytes = 0;
        }
        stickyBytes += size;
        return stickyPartition;
    }

    private static int fnv(byte[] key) {
        int hash = 0x811c9dc5;
        for (byte octet : key) {
            hash = (hash ^ (octet & 0xff)) * 0x01000193;
        }
        return hash;
    }

    /** When the next batch leaves by itself. */
    private double nextFlush() {
        double next = NEVER;
        if (client == ClientProfile.SARAMA) {
            for (int broker = 0; broker < brokerFlushNanos.length; broker++) {
                if (brokerFlushNanos[broker] != NEVER) {
                    next = Math.min(next, Math.max(brokerFlushNanos[broker], freeAt(broker)));
                }
            }
            return next;
        }
        for (int partition = 0; partition < partitions.length; partition++) {
            if (!partitions[partition].records.isEmpty()) {
                next = Math.min(next, Math.max(lingerEnd(partition), freeAt(partition % plan.brokers())));
            }
        }
        return next;
    }

    private double lingerEnd(int partition) {
        return partitions[partition].dueNanos.get(0) + plan.lingerMillis() * MILLI;
    }

    /** When the broker's connection takes another request. */
    private double freeAt(int broker) {
        int most =
                switch (client) {
                    case FRANZ_GO -> 1;
                    case SARAMA -> SARAMA_OPEN_REQUESTS;
                    default -> Integer.MAX_VALUE;
                };
        List<Double> own = answers.get(broker);
        return own.size() < most ? 0 : own.get(own.size() - most);
    }

    private void flushDue(double now) {
        for (int broker = 0; broker < plan.brokers(); broker++) {
            double at = now;
            answers.get(broker).removeIf(answer -> answer <= at);
            if (freeAt(broker) > now) {
                continue;
            }
            boolean together = false;
            for (int partition = broker; partition < partitions.length; partition += plan.brokers()) {
                boolean due = client == ClientProfile.SARAMA
                        ? brokerFlushNanos[broker] <= now
                        : !partitions[partition].records.isEmpty() && lingerEnd(partition) <= now;
                if (due && !partitions[partition].records.isEmpty()) {
                    leave(partition, now, client == ClientProfile.LIBRDKAFKA || !together);
                    together = true;
                }
            }
            if (brokerFlushNanos[broker] <= now) {
                brokerFlushNanos[broker] = NEVER;
            }
        }
    }

    private void leave(int partition, double now, boolean ownRequest) {
        Open own = partitions[partition];
        double roundTrip = plan.timing().roundTrip().toNanos();
        int count = own.records.size();
        largest = Math.max(largest, own.bytes);
        batches++;
        records += count;
        recordsSquared += (double) count * count;
        recordBytes += own.bytes;
        long stored = storedBytes(own);
        storedBytes += stored;
        recompressedBytes += topicCodec.map(again -> encodedBytes(again, own)).orElse(stored);
        waitedNanos += now - own.dueNanos.get(0);
        own.dueNanos.forEach(due -> latency.recordValue((long) (now - due + roundTrip)));
        if (ownRequest) {
            requests++;
            answers.get(partition % plan.brokers()).add(now + roundTrip);
        }
        observer.ifPresent(known -> known.accept(List.copyOf(own.records)));
        own.records.clear();
        own.dueNanos.clear();
        own.bytes = 0;
        open--;
    }

    private long storedBytes(Open batch) {
        if (model.isPresent()) {
            return RecordFormatV2.BATCH_HEADER_BYTES
                    + Math.round(batch.bytes * model.get().fraction(batch.bytes, random.nextDouble()));
        }
        return encodedBytes(codec, batch);
    }

    private long encodedBytes(KafkaBatchCodec with, Open batch) {
        if (target.capacity() < batch.bytes + 1024) {
            target = ByteBuffer.allocate((int) (2 * batch.bytes + 1024));
        }
        target.clear();
        return with.encode(batch.records.toArray(BatchRecord[]::new), target).remaining();
    }
}
