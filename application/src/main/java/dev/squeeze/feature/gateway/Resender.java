package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.kafka.GuardedProducer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Resends records that were refused only because of another record in their batch. It uses a second producer, started
 * on demand, whose batches contain a single record, so no record is refused because of another one again. Waiting
 * records count as part of the queue. Records whose topic is currently unknown to the brokers also wait here, so that
 * they do not block a worker.
 */
final class Resender {
    private static final long POLL_MILLIS = 20;

    private final WorkerQueue queue;
    private final GuardedProducer first;
    private final Supplier<GuardedProducer> second;
    private final long parkedNanosMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Thread thread = DaemonThreads.create(this::work, ServiceRole.WORKER.threadPrefix() + "resend");
    private @Nullable GuardedProducer producer;
    /** Records that were added and are not settled yet, including those in the second producer. */
    private int open;

    private boolean closed;

    private record Waiting(Delivery delivery, long sinceNanos) {}

    /**
     * @param first the producer of first attempts
     * @param second starts the producer for records that are resent
     * @param parkedMax maximum time that a record waits for an unknown topic
     */
    Resender(WorkerQueue queue, GuardedProducer first, Supplier<GuardedProducer> second, Duration parkedMax) {
        this.queue = queue;
        this.first = first;
        this.second = second;
        this.parkedNanosMax = parkedMax.toNanos();
    }

    void start() {
        thread.start();
    }

    /** Returns whether the delivery was added; never blocks. */
    boolean add(Delivery delivery) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            waiting.add(new Waiting(delivery, System.nanoTime()));
            open++;
            queue.waitsAgain(delivery.costBytes());
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            while (true) {
                Set<String> missing = new HashSet<>();
                for (Waiting next : take()) {
                    if (!hand(next)) {
                        missing.add(next.delivery().topic());
                    }
                }
                missing.forEach(first::ask);
                if (!missing.isEmpty()) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            // Interrupted by finish().
            Thread.currentThread().interrupt();
        }
    }

    private List<Waiting> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                changed.await();
            }
            List<Waiting> all = new ArrayList<>(waiting);
            waiting.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the record was sent or given up; if not, it continues to wait. */
    private boolean hand(Waiting next) {
        Delivery delivery = next.delivery();
        boolean sent = false;
        try {
            if (!delivery.isRefusedNow()) {
                if (!first.isMissing(delivery.topic())) {
                    sent = true;
                    delivery.send(producer(), this::ended);
                } else if (System.nanoTime() - next.sinceNanos() > parkedNanosMax) {
                    delivery.settle(new TimeoutException("no broker knows the topic"));
                } else {
                    waitOn(next);
                    return false;
                }
            }
        } catch (Throwable e) {
            // Whatever it was, the thread must continue.
            sent = false;
            delivery.settle(e);
        }
        queue.handedOverAgain(delivery.costBytes());
        if (!sent) {
            ended();
        }
        return true;
    }

    private void ended() {
        lock.lock();
        try {
            open--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void waitOn(Waiting next) {
        lock.lock();
        try {
            if (!closed) {
                waiting.add(next);
                return;
            }
        } finally {
            lock.unlock();
        }
        next.delivery().settle(new DrainTimeOver());
    }

    private synchronized GuardedProducer producer() {
        GuardedProducer running = producer;
        if (running == null) {
            running = second.get();
            producer = running;
        }
        return running;
    }

    /**
     * Waits until no records are left; called when the first producer is closed. Records that are left at the deadline
     * are given up.
     */
    void finish(long deadlineNanos) {
        try {
            awaitEmpty(deadlineNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Waiting left : abandon()) {
            left.delivery().settle(new DrainTimeOver());
            queue.handedOverAgain(left.delivery().costBytes());
        }
        thread.interrupt();
        GuardedProducer running = started();
        if (running != null) {
            try {
                running.kafka().close(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
            } catch (KafkaException e) {
                // Its records are settled, since closing gives them up first.
                return;
            }
        }
    }

    /** Waits until no records are left, or until the deadline. */
    void awaitEmpty(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = deadlineNanos - System.nanoTime();
            while (open > 0 && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Waiting> abandon() {
        lock.lock();
        try {
            closed = true;
            List<Waiting> left = new ArrayList<>(waiting);
            waiting.clear();
            return left;
        } finally {
            lock.unlock();
        }
    }

    private synchronized @Nullable GuardedProducer started() {
        return producer;
    }
}
