package dev.squeeze.feature.gateway;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bodies that are waited for. Each holds room in the queue for what came of it, so that clients which stop in the middle
 * could fill all of it. While there is room they may take the time that a request has; when somebody else needs it, the one
 * that has stalled longest gives its room up.
 *
 * <p>A body has stalled when it comes more slowly than at the rate at which one of the largest size would just arrive in
 * time. Bytes that came faster count for a second ahead and no longer: who sends most of it at once and then stops has
 * stalled a second later.
 */
final class IncomingBodies {
    private static final long CREDIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** One that is being read. */
    interface Body {
        /** Until when it counts as moving, in {@link System#nanoTime}. */
        long movesUntilNanos();

        /** Leaves its room to others, and its client hears so. */
        void giveUp();
    }

    private final double nanosPerByte;
    private final Set<Body> waiting = ConcurrentHashMap.newKeySet();

    IncomingBodies(GatewayOptions.Limits limits) {
        this.nanosPerByte = (double) limits.requestTime().toNanos() / limits.bodyBytes();
    }

    void add(Body reader) {
        waiting.add(reader);
    }

    void remove(Body reader) {
        waiting.remove(reader);
    }

    /** Until when a body counts as moving that begins now. */
    static long begin(long nowNanos) {
        return nowNanos + CREDIT_NANOS;
    }

    /** Until when a body counts as moving of which a piece came. */
    long moved(long untilNanos, long nowNanos, int bytes) {
        long from = Math.max(untilNanos - nowNanos, 0);
        return nowNanos + Math.min(CREDIT_NANOS, from + (long) (bytes * nanosPerByte));
    }

    /**
     * Sets room aside, and where there is none takes it from the bodies that have stalled.
     *
     * @param needy the body that needs it, which does not give up its own; null where it has come
     * @return false where there is none even so
     */
    boolean makeRoom(WorkerQueue.Room room, long bytes, @Nullable Body needy) {
        boolean fits = room.growTo(bytes);
        while (!fits && giveUpStalled(needy, System.nanoTime())) {
            fits = room.growTo(bytes);
        }
        return fits;
    }

    /** Has the one give up that has stalled longest; false where none has. */
    private boolean giveUpStalled(@Nullable Body needy, long nowNanos) {
        Optional<Body> stalled = waiting.stream()
                .filter(reader -> reader != needy && reader.movesUntilNanos() - nowNanos < 0)
                .min(Comparator.comparingLong(reader -> reader.movesUntilNanos() - nowNanos));
        stalled.ifPresent(Body::giveUp);
        return stalled.isPresent();
    }
}
