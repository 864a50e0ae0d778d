package dev.squeeze.engine.load;

import dev.squeeze.kit.kafka.ReplayPlan;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Determines when an application thread's next record is due. In open loop the threads take turns: thread {@code t} of
 * {@code n} sends records t, t + n, t + 2n, ... of a common schedule.
 */
abstract sealed class Pacer {
    /**
     * Waits until the next record is due, or until the load is stopped, and returns when it was due, in {@link
     * System#nanoTime}.
     */
    abstract long awaitNext();

    /** Passes on the due times of all records that are overdue and have not been sent. */
    abstract void missed(LongConsumer due);

    /**
     * @param startNanos when the schedule's first record is due, the same for all threads
     * @param stopped ends the waiting
     */
    static Pacer of(LoadProfile profile, int thread, int threads, long startNanos, BooleanSupplier stopped) {
        if (profile instanceof LoadProfile.Paced paced) {
            return new Scheduled(startNanos, paced, thread, threads, stopped);
        }
        return new Immediate();
    }

    private static final class Immediate extends Pacer {
        @Override
        long awaitNext() {
            return System.nanoTime();
        }

        @Override
        void missed(LongConsumer due) {
            // Nothing is due before it is sent.
        }
    }

    private static final class Scheduled extends Pacer {
        /**
         * Waking up costs about 10 us of CPU, and Linux overshoots shorter sleeps anyway. Records that are due within
         * this time of each other are sent after one wakeup, the later ones late rather than early.
         */
        private static final long MIN_SLEEP_NANOS = ReplayPlan.Arrivals.Even.MIN_ASKED_NANOS;
        /** Longest sleep, so that an interrupt or the end of the load is noticed. */
        private static final long MAX_SLEEP_NANOS = 50_000_000;

        private final long startNanos;
        private final LoadProfile.Paced profile;
        private final int threads;
        private final BooleanSupplier stopped;
        private long position;

        Scheduled(long startNanos, LoadProfile.Paced profile, int thread, int threads, BooleanSupplier stopped) {
            this.startNanos = startNanos;
            this.profile = profile;
            this.threads = threads;
            this.stopped = stopped;
            this.position = thread;
        }

        @Override
        long awaitNext() {
            long due = startNanos + (long) profile.nanosUntil(position);
            position += threads;
            long wait = due - System.nanoTime();
            while (wait > 0 && !stopped.getAsBoolean()) {
                LockSupport.parkNanos(Math.min(MAX_SLEEP_NANOS, Math.max(wait, MIN_SLEEP_NANOS)));
                wait = due - System.nanoTime();
            }
            return due;
        }

        @Override
        void missed(LongConsumer due) {
            long now = System.nanoTime();
            // The last record that was waited for was not sent either.
            for (long i = position - threads; ; i += threads) {
                long nanos = startNanos + (long) profile.nanosUntil(i);
                if (nanos >= now) {
                    return;
                }
                due.accept(nanos);
            }
        }
    }
}
