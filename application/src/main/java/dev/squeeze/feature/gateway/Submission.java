package dev.squeeze.feature.gateway;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** The records of one request, from the queue to the last acknowledgement. */
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

    /** Told once, when every record was acknowledged or given up. */
    @FunctionalInterface
    interface Settled {
        /**
         * @param failed records that were given up
         * @param reason why the first of them was
         */
        void settled(int failed, @Nullable Throwable reason);
    }

    /**
     * @param topicId of their topic as it was then; zero where that is not known
     * @param receivedNanos when the request was, in {@link System#nanoTime}
     * @param settled who waits; null where the client got its answer from the queue
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

    /** Of the topic that they were accepted for; zero where that is not known. */
    Uuid topicId() {
        return topicId;
    }

    int size() {
        return records.size();
    }

    /** Of keys and values. */
    long payloadBytes() {
        return payloadBytes;
    }

    long receivedNanos() {
        return receivedNanos;
    }

    /** Whether its client has got its answer and waits for nothing more. */
    boolean isAnswered() {
        return settled == null;
    }

    /** Set by the queue under its lock. */
    void holds(long bytes) {
        heldBytes = bytes;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** One of the records was acknowledged, or given up for a reason. */
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
