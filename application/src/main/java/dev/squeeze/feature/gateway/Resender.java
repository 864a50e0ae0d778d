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
 * Sends again what was refused only for a neighbour, with a producer of its own that is started when it is needed: there a
 * batch holds one record, and no record of the first producer, so none is refused for the same neighbour twice. What waits
 * here counts as part of the queue. Records whose topic brokers do not know at this moment wait here too, so that they keep no
 * worker.
 */
final class Resender {
    private static final long LOOK_MILLIS = 20;

    private final WorkerQueue queue;
    private final GuardedProducer first;
    private final Supplier<GuardedProducer> second;
    private final long parkedNanosMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Thread thread = DaemonThreads.create(this::work, ServiceRole.WORKER.threadPrefix() + "resend");
    private @Nullable GuardedProducer producer;
    /** Records that were added and not settled since, in the second producer too. */
    private int open;

    private boolean closed;

    private record Waiting(Delivery delivery, long sinceNanos) {}

    /**
     * @param first the producer that everything is sent with the first time
     * @param second starts the one for what is sent again
     * @param parkedMax the longest that a record waits for a topic of which nothing is known
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

    /** Returns whether it takes the delivery; never waits. */
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
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            // The end.
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

    /** Returns whether it was sent or given up; if not it waits on. */
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
            // Whatever it was, the thread goes on.
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
     * Waits until nothing is left to be sent again; called when the first producer has ended. What is left at the deadline is
     * given up.
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
                // Its records are settled: the first thing that it does is to give them up.
                return;
            }
        }
    }

    /** Returns when nothing is left here at the moment, or at the deadline. */
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
