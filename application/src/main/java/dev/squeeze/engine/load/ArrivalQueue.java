package dev.squeeze.engine.load;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;

/** What consumers have read and a comparing thread has not looked at yet, bounded in polls and in bytes. */
final class ArrivalQueue {
    /** Each holds at most max.poll.records (500) records. */
    private static final int MAX_POLLS = 64;
    /** Keys and values of the records that wait; a poll that is larger waits alone. */
    private static final int MAX_KIB = 64 << 10;

    private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(MAX_POLLS);
    private final Semaphore freeKib = new Semaphore(MAX_KIB);

    /**
     * The records of one poll.
     *
     * @param payloadBytes of their keys and values
     * @param nanos when they arrived, in {@link System#nanoTime}
     */
    record Arrival(ConsumerRecords<byte[], byte[]> records, long payloadBytes, long nanos) {
        private int kib() {
            return (int) Math.min(MAX_KIB, (payloadBytes >> 10) + 1);
        }
    }

    /** @return false where there was no room for so long */
    boolean offer(Arrival arrival, long millis) throws InterruptedException {
        if (!freeKib.tryAcquire(arrival.kib(), millis, TimeUnit.MILLISECONDS)) {
            return false;
        }
        boolean taken = arrivals.offer(arrival, millis, TimeUnit.MILLISECONDS);
        if (!taken) {
            freeKib.release(arrival.kib());
        }
        return taken;
    }

    /** The next one; null where none came for so long. */
    @Nullable
    Arrival poll(long millis) throws InterruptedException {
        Arrival arrival = arrivals.poll(millis, TimeUnit.MILLISECONDS);
        if (arrival != null) {
            freeKib.release(arrival.kib());
        }
        return arrival;
    }
}
