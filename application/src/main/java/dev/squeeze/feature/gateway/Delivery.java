package dev.squeeze.feature.gateway;

import dev.squeeze.kit.kafka.GuardedProducer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.jspecify.annotations.Nullable;

/** The delivery of one record, from the queue to its acknowledgement or failure. Settled exactly once. */
final class Delivery {
    /**
     * Each retry goes without the records that it was refused with, so one is enough unless the topic changes in the
     * meantime.
     */
    private static final int MAX_RESENDS = 5;

    /** What all deliveries of a gateway share: the producer, retries and counts. */
    interface Route {
        GuardedProducer producer();

        /**
         * Returns whether the record will be sent again. Must not block, since it is called on the producer's network
         * thread.
         */
        boolean again(Delivery delivery);

        /** Counts the record and settles it with its submission, even if counting fails. */
        void settle(Submission submission, long payloadBytes, @Nullable Throwable failure);
    }

    private final Route route;
    private final Submission submission;
    private final ProducerRecord<byte[], byte[]> record;
    private final AtomicBoolean settled = new AtomicBoolean();
    private int resends;

    Delivery(Route route, Submission submission, ProducerRecord<byte[], byte[]> record) {
        this.route = route;
        this.submission = submission;
        this.record = record;
    }

    String topic() {
        return record.topic();
    }

    static long payloadBytes(ProducerRecord<byte[], byte[]> record) {
        return (long) (record.key() == null ? 0 : record.key().length)
                + (record.value() == null ? 0 : record.value().length);
    }

    long payloadBytes() {
        return payloadBytes(record);
    }

    /** Memory that it takes in the queue while it waits to be sent again. */
    long costBytes() {
        return payloadBytes() + QueueCost.RECORD_BYTES;
    }

    /** Settles the delivery if its topic is gone; returns whether that is so. */
    boolean isRefusedNow() {
        Optional<RuntimeException> refusal =
                route.producer().refusal(record.topic(), submission.topicId(), submission.receivedNanos());
        refusal.ifPresent(this::settle);
        return refusal.isPresent();
    }

    /**
     * Sends the record; blocks while the producer's buffer is full. Any exception settles the delivery.
     *
     * @param ended called once, when the record is settled or waits to be sent again
     */
    void send(GuardedProducer producer, Runnable ended) {
        Attempt attempt = new Attempt(ended);
        try {
            producer.kafka().send(record, attempt);
        } catch (Throwable e) {
            // Kafka reports most failures to the callback, but throws some. An Error must not end the thread either.
            attempt.end(e);
        }
    }

    /** One attempt to send the record. */
    private final class Attempt implements Callback {
        private final AtomicBoolean over = new AtomicBoolean();
        private final Runnable ended;

        Attempt(Runnable ended) {
            this.ended = ended;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            try {
                end(exception);
            } catch (Throwable e) {
                // Swallowed, so that the producer calls the batch's other callbacks. This record is
                // settled anyway.
                return;
            }
        }

        void end(@Nullable Throwable failure) {
            if (!over.compareAndSet(false, true)) {
                return;
            }
            try {
                if (failure == null || !isSentAgain(failure)) {
                    settle(failure);
                }
            } finally {
                ended.run();
            }
        }
    }

    /** The attempts of a record follow each other, so only one thread at a time counts them. */
    private boolean isSentAgain(Throwable failure) {
        if (resends == MAX_RESENDS || !mayBeSentAgain(failure)) {
            return false;
        }
        resends++;
        return route.again(this);
    }

    /**
     * Only records that no broker has accepted and that were not refused for a reason of their own: records in a batch
     * with an invalid record, records of a batch that is too large as a whole, and records that the producer sent to a
     * deleted topic of the same name.
     */
    private boolean mayBeSentAgain(Throwable failure) {
        return GuardedProducer.isRefusedForANeighbour(failure)
                || failure instanceof RecordBatchTooLargeException
                || (failure instanceof UnknownTopicIdException
                        && submission.topicId().equals(route.producer().topicId(record.topic())));
    }

    void settle(@Nullable Throwable failure) {
        if (settled.compareAndSet(false, true)) {
            route.settle(submission, payloadBytes(), failure);
        }
    }
}
