package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.ServiceRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The threads between the queue and the producer. They do the compression, since Kafka's producer compresses in the
 * calling thread, and they wait when its buffer is full.
 */
final class Workers {
    private final WorkerQueue queue;
    private final DeliveryRoute route;
    private final List<Thread> threads = new ArrayList<>();

    Workers(WorkerQueue queue, int number, DeliveryRoute route) {
        this.queue = queue;
        this.route = route;
        for (int i = 0; i < number; i++) {
            Thread thread = DaemonThreads.create(this::work, ServiceRole.WORKER.threadPrefix() + i);
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
                sendWithoutThrowing(submission, record);
            }
        } finally {
            queue.handedOver(submission);
        }
    }

    @SuppressWarnings("EmptyCatch")
    private void sendWithoutThrowing(Submission submission, ProducerRecord<byte[], byte[]> record) {
        try {
            send(submission, record);
        } catch (Throwable e) {
            // The record is already settled; only its response could not be sent. The other records must still be sent.
        }
    }

    private void send(Submission submission, ProducerRecord<byte[], byte[]> record) {
        Delivery delivery;
        try {
            delivery = new Delivery(route, submission, record);
        } catch (OutOfMemoryError e) {
            route.settle(submission, Delivery.payloadBytes(record), e);
            return;
        }
        try {
            if (delivery.isRefusedNow()) {
                return;
            }
            if (route.producer().isMissing(record.topic())) {
                route.park(delivery);
            } else {
                delivery.send(route.producer(), () -> {});
            }
        } catch (Throwable e) {
            // Errors too: the sender waits for a response, and the other records for a worker.
            delivery.settle(e);
        }
    }

    /** Waits until all accepted records have been passed to the producer; what is left at the deadline is given up. */
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
        route.timeIsUp();
        List<Submission> left = queue.abandon();
        threads.forEach(Thread::interrupt);
        for (Submission submission : left) {
            for (ProducerRecord<byte[], byte[]> record : submission.records()) {
                new Delivery(route, submission, record).settle(new DrainTimeOver());
            }
            queue.handedOver(submission);
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        }
    }
}
