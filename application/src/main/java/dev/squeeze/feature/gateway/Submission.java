package dev.squeeze.feature.gateway;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** The records of one request, from the queue to their last acknowledgement. */
final class Submission {
    private final List<ProducerRecord<byte[], byte[]>> records;
    private final Uuid topicId;
    private final long payloadBytes;
    private final long receivedNanos;
    private final @Nullable Settled settled;
    private final AtomicInteger open;
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> firstFailure = new AtomicReference<>();
    private long heldBytes;

    /** Called once, when all records are acknowledged or given up. */
    @FunctionalInterface
    interface Settled {
        /**
         * @param failed number of records that were given up
         * @param reason failure of the first one; null if there is none
         */
        void settled(int failed, @Nullable Throwable reason);
    }

    /**
     * @param topicId id of their topic when they were accepted; zero if unknown
     * @param receivedNanos time of the request, in {@link System#nanoTime}
     * @param settled callback of a client that waits; null if the client was answered when the records were queued
     */
    Submission(
            List<ProducerRecord<byte[], byte[]>> records,
            Uuid topicId,
            long payloadBytes,
            long receivedNanos,
            @Nullable Settled settled) {
        this.records = List.copyOf(records);
        this.topicId = topicId;
        this.payloadBytes = payloadBytes;
        this.receivedNanos = receivedNanos;
        this.settled = settled;
        this.open = new AtomicInteger(records.size());
    }

    List<ProducerRecord<byte[], byte[]>> records() {
        return records;
    }

    /** Id of the topic that they were accepted for; zero if unknown. */
    Uuid topicId() {
        return topicId;
    }

    int size() {
        return records.size();
    }

    /** Bytes of keys and values. */
    long payloadBytes() {
        return payloadBytes;
    }

    long receivedNanos() {
        return receivedNanos;
    }

    /** Whether its client has already received its response. */
    boolean isAnswered() {
        return settled == null;
    }

    /** Records the memory that is reserved; called by the queue under its lock. */
    void holds(long bytes) {
        heldBytes = bytes;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** One of the records was acknowledged, or given up with a failure. */
    void settle(@Nullable Throwable failure) {
        if (failure != null) {
            failed.incrementAndGet();
            firstFailure.compareAndSet(null, failure);
        }
        if (open.decrementAndGet() == 0 && settled != null) {
            settled.settled(failed.get(), firstFailure.get());
        }
    }
}
