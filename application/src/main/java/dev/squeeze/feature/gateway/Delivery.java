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

/** One record from the queue to its acknowledgement, or to the reason why there is none. Settled exactly once. */
final class Delivery {
    /** Each time it is sent without those that it was refused with, so once is enough unless the topic changes meanwhile. */
    private static final int MAX_RESENDS = 5;

    /** What deliveries share: the producer, who sends them again, and who counts them. */
    interface Route {
        GuardedProducer producer();

        /** Returns whether it will be sent again. Never blocks: it is called in the producer's network thread. */
        boolean again(Delivery delivery);

        /** Whoever waits for the record gets an answer even if counting it fails. */
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

    /** What it takes while it waits to be sent again. */
    long costBytes() {
        return payloadBytes() + QueueCost.RECORD_BYTES;
    }

    /** Settled at once where its topic is gone. */
    boolean isRefusedNow() {
        Optional<RuntimeException> refusal =
                route.producer().refusal(record.topic(), submission.topicId(), submission.receivedNanos());
        refusal.ifPresent(this::settle);
        return refusal.isPresent();
    }

    /**
     * Waits where the producer's buffer is full; whatever is thrown settles it.
     *
     * @param ended called once when it was settled, or waits to be sent again
     */
    void send(GuardedProducer producer, Runnable ended) {
        Attempt attempt = new Attempt(ended);
        try {
            producer.kafka().send(record, attempt);
        } catch (Throwable e) {
            // Kafka calls back for most failures, and throws some without. An Error must not end the thread either.
            attempt.end(e);
        }
    }

    /** One time that it is sent. */
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
                // Here are the other callbacks of the batch: each is to be called. This record is settled all the same.
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

    /** The attempts of a record follow each other, so one thread at a time counts them. */
    private boolean isSentAgain(Throwable failure) {
        if (resends == MAX_RESENDS || !mayBeSentAgain(failure)) {
            return false;
        }
        resends++;
        return route.again(this);
    }

    /**
     * Only what no broker has taken, and what was not refused for itself: siblings of an invalid record, records of a batch
     * that is too large as a whole, and those that the producer has sent to the topic that had the name before.
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
