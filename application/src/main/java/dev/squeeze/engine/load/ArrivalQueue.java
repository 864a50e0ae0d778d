package dev.squeeze.engine.load;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;

/** Polled records waiting to be checked by the comparing thread, bounded in polls and in bytes. */
final class ArrivalQueue {
    /** Each holds at most max.poll.records (500) records. */
    private static final int MAX_POLLS = 64;
    /** Limit for the keys and values of queued records; a poll larger than this is queued on its own. */
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

    /** @return false if there was still no room after {@code millis} */
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

    /** Returns the next arrival, or null if there was none within {@code millis}. */
    @Nullable
    Arrival poll(long millis) throws InterruptedException {
        Arrival arrival = arrivals.poll(millis, TimeUnit.MILLISECONDS);
        if (arrival != null) {
            freeKib.release(arrival.kib());
        }
        return arrival;
    }
}
