package dev.squeeze.engine.load;

import dev.squeeze.kit.kafka.ReplayPlan;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Says when one application thread's next record is due. In open loop the threads take turns: thread {@code t} of
 * {@code n} sends records t, t + n, t + 2n, ... of a common schedule.
 */
abstract sealed class Pacer {
    /**
     * When the next record should be sent, in {@link System#nanoTime}; does not return before that moment unless the load
     * was stopped.
     */
    abstract long awaitNext();

    /** Hands over when each of the records was due that were due before now and not asked for any more. */
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
         * Waking up costs some 10 us of CPU and Linux lets a sleeper lie longer anyway: records that are due within this of
         * one another are sent on one waking, the later ones late and not early.
         */
        private static final long MIN_SLEEP_NANOS = ReplayPlan.Arrivals.Even.MIN_ASKED_NANOS;
        /** A sleeper looks up this often, so that an interrupt or the end is not missed. */
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
            // The one that was waited for last was not sent either.
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
