package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.SizeModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * sarama's asynchronous producer, modelled on the source of 1.61:
 *
 * <ul>
 *   <li>{@code async_producer.go}, {@code brokerProducer.run}: the records for a broker are collected in one set, with one timer of
 *       {@code Flush.Frequency} that starts with its first record. Without a frequency, a set is sent at once.
 *   <li>{@code async_producer.go}, {@code tryBuildFlushingBatch}: a partition whose last batch has not been answered yet is held
 *       back; its records are sent as soon as possible.
 *   <li>{@code async_producer.go}, {@code newBrokerProducer}: one goroutine takes a set, encodes and writes it, and then takes the
 *       next. The channel to it is unbuffered, so while a set waits, records already join the next one.
 *   <li>{@code produce_set.go}, {@code wouldOverflow}: if a record does not fit into its partition's batch of
 *       {@code MaxMessageBytes}, the whole set is sent, and the record waits for that.
 *   <li>{@code config.go}: {@code Net.MaxOpenRequests} is 5.
 *   <li>{@code partitioner.go}, {@code NewHashPartitioner}: records without a key go to random partitions. Keys: FNV-1a.
 * </ul>
 */
final class SaramaReplay extends OtherClientReplay {
    /** From a send-only loop at 0.38 million records/s ({@code benchmarks/run driver-overhead}). */
    private static final double SEND_NANOS = 2_600;

    private static final int MAX_REQUESTS = 5;
    /** {@code maximumRecordOverhead} in record.go. */
    private static final int RECORD_OVERHEAD = 36;
    /** {@code recordBatchOverhead} in record_batch.go. */
    private static final int BATCH_OVERHEAD = 49;
    /** For the two lengths of a header, in produce_set.go. */
    private static final int HEADER_OVERHEAD = 10;

    private final Broker[] brokers;
    private final boolean[] muted;

    /** The sets of records for one broker. */
    private static final class Broker {
        private final int number;
        private Map<Integer, Gathered> gathering = new TreeMap<>();
        private Map<Integer, Gathered> flushing = new TreeMap<>();
        private double timerNanos = NEVER;
        private boolean timerFired;
        private int requests;

        Broker(int number) {
            this.number = number;
        }

        void rollOver() {
            gathering = new TreeMap<>();
            timerNanos = NEVER;
            timerFired = false;
        }
    }

    SaramaReplay(ReplayPlan plan, ClientCompression compression, Optional<SizeModel> model, long seed) {
        super(plan, compression, model, seed, SEND_NANOS);
        this.muted = new boolean[plan.partitions()];
        this.brokers = new Broker[plan.brokers()];
        Arrays.setAll(brokers, Broker::new);
    }

    @Override
    int partitionWithoutKey(BatchRecord record, int encodedBytes, double now) {
        return random.nextInt(muted.length);
    }

    @Override
    int partitionOf(BatchRecord record, byte[] key) {
        int hash = 0x811c9dc5;
        for (byte octet : key) {
            hash = (hash ^ (octet & 0xff)) * 0x01000193;
        }
        return Math.abs(hash % muted.length);
    }

    private static int countedBytes(BatchRecord record) {
        int bytes = RECORD_OVERHEAD + record.payloadBytes();
        for (Header header : record.headers()) {
            bytes += HEADER_OVERHEAD
                    + header.key().getBytes(StandardCharsets.UTF_8).length
                    + (header.value() == null ? 0 : header.value().length);
        }
        return bytes;
    }

    @Override
    boolean append(BatchRecord record, int partition, int encodedBytes, double due, double now) {
        Broker broker = brokers[broker(partition)];
        int counted = countedBytes(record);
        if (overflows(broker.gathering.get(partition), counted)) {
            if (broker.flushing.isEmpty()) {
                build(broker);
                broker.flushing.forEach((taken, batch) -> countFull());
            }
            hand(broker, now);
            if (overflows(broker.gathering.get(partition), counted)) {
                return false;
            }
        }
        Gathered own = broker.gathering.computeIfAbsent(partition, number -> {
            opened();
            Gathered begun = new Gathered();
            begun.countedBytes = BATCH_OVERHEAD;
            return begun;
        });
        own.add(record, due, now, encodedBytes, counted);
        if (plan.lingerMillis() > 0 && broker.timerNanos == NEVER && !broker.timerFired) {
            broker.timerNanos = now + lingerNanos + plan.timing().late().toNanos() + GO_TIMER_NANOS;
        }
        act(now);
        return true;
    }

    private boolean overflows(@Nullable Gathered own, int counted) {
        return own != null && own.countedBytes + counted >= plan.batchSizeBytes();
    }

    @Override
    double nextOwnEvent() {
        double next = NEVER;
        for (Broker broker : brokers) {
            next = Math.min(next, broker.timerNanos);
            if (!broker.flushing.isEmpty() && broker.requests < MAX_REQUESTS) {
                next = Math.min(next, writerFreeNanos(broker.number));
            }
        }
        return next;
    }

    @Override
    void act(double now) {
        for (Broker broker : brokers) {
            if (broker.timerNanos <= now) {
                broker.timerNanos = NEVER;
                broker.timerFired = true;
            }
            boolean sent = true;
            while (sent) {
                if (broker.flushing.isEmpty() && (broker.timerFired || plan.lingerMillis() == 0)) {
                    build(broker);
                }
                sent = hand(broker, now);
            }
        }
    }

    /** Takes the partitions that have no batch in flight. */
    private void build(Broker broker) {
        broker.gathering.forEach((partition, own) -> {
            if (!muted[partition]) {
                broker.flushing.put(partition, own);
                muted[partition] = true;
            }
        });
        broker.gathering.keySet().removeAll(broker.flushing.keySet());
        if (broker.gathering.isEmpty()) {
            broker.rollOver();
        }
    }

    private boolean isWriting(Broker broker, double now) {
        return writerFreeNanos(broker.number) > now;
    }

    /** @return whether there was something to send and a request could be sent */
    private boolean hand(Broker broker, double now) {
        if (broker.flushing.isEmpty() || broker.requests >= MAX_REQUESTS || isWriting(broker, now)) {
            return false;
        }
        List<Integer> from = new ArrayList<>(broker.flushing.keySet());
        List<Gathered> batches = new ArrayList<>(broker.flushing.values());
        broker.flushing = new TreeMap<>();
        broker.requests++;
        sendRequest(broker(from.get(0)), from, batches, now);
        return true;
    }

    @Override
    void answered(Answer answer) {
        brokers[answer.broker()].requests--;
        for (int partition : answer.partitions()) {
            muted[partition] = false;
        }
    }
}
