package dev.squeeze.gateway;

import dev.squeeze.load.ServiceRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The threads between the queue and the producer: they compress, since Kafka's producer does that in the thread that calls
 * it, and they wait when its buffer is full.
 */
final class Workers {
    private final WorkerQueue queue;
    private final Producer<byte[], byte[]> producer;
    private final GatewayCounts counts;
    private final FailureLog failures;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean timeUp;

    Workers(
            WorkerQueue queue,
            int number,
            Producer<byte[], byte[]> producer,
            GatewayCounts counts,
            FailureLog failures) {
        this.queue = queue;
        this.producer = producer;
        this.counts = counts;
        this.failures = failures;
        for (int i = 0; i < number; i++) {
            Thread thread = new Thread(this::work, ServiceRole.WORKER.threadPrefix() + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    private void work() {
        try {
            while (true) {
                Optional<Submission> next = queue.take();
                if (next.isEmpty()) {
                    return;
                }
                hand(next.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hand(Submission submission) {
        try {
            for (ProducerRecord<byte[], byte[]> record : submission.records()) {
                send(submission, record);
            }
        } finally {
            queue.handedOver(submission);
        }
    }

    private void send(Submission submission, ProducerRecord<byte[], byte[]> record) {
        Delivery delivery = new Delivery(submission, payloadBytes(record));
        try {
            producer.send(record, delivery);
        } catch (KafkaException | IllegalStateException | IllegalArgumentException e) {
            // Kafka calls back for most failures, and throws some without.
            delivery.settle(e);
        }
    }

    static long payloadBytes(ProducerRecord<byte[], byte[]> record) {
        return (long) (record.key() == null ? 0 : record.key().length)
                + (record.value() == null ? 0 : record.value().length);
    }

    /** Waits until all that was accepted is with the producer; what is left then is given up. */
    void finish(long deadlineNanos) throws InterruptedException {
        queue.close();
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
        }
        if (threads.stream().anyMatch(Thread::isAlive)) {
            giveUp();
        }
    }

    private void giveUp() throws InterruptedException {
        timeUp = true;
        List<Submission> left = queue.abandon();
        threads.forEach(Thread::interrupt);
        for (Submission submission : left) {
            for (ProducerRecord<byte[], byte[]> record : submission.records()) {
                new Delivery(submission, payloadBytes(record)).settle(new DrainTimeOver());
            }
            queue.handedOver(submission);
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        }
    }

    /** From now on what fails does so because the time to shut down is over. */
    void timeIsUp() {
        timeUp = true;
    }

    /** One record on its way to the broker. */
    private final class Delivery implements Callback {
        private final Submission submission;
        private final long payloadBytes;
        private final AtomicBoolean settled = new AtomicBoolean();

        Delivery(Submission submission, long payloadBytes) {
            this.submission = submission;
            this.payloadBytes = payloadBytes;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            settle(exception);
        }

        void settle(@Nullable Throwable failure) {
            if (!settled.compareAndSet(false, true)) {
                return;
            }
            if (failure == null) {
                counts.acknowledge(payloadBytes, System.nanoTime() - submission.receivedNanos());
            } else {
                counts.fail(submission.isAnswered(), timeUp);
                failures.add(timeUp ? new DrainTimeOver() : failure);
            }
            submission.settle(failure);
        }
    }

    /** What a record is given up for when the time to shut down is over. */
    static final class DrainTimeOver extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DrainTimeOver() {
            super("the time to shut down was over", null, false, false);
        }
    }
}
