package dev.squeeze.feature.gateway;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bodies that are being read. Each occupies room in the queue for the bytes that have arrived, so clients that stop
 * halfway could fill the queue. While there is room, a body may take up to the request timeout; when other requests
 * need room, the body that has stalled longest is given up.
 *
 * <p>A body has stalled if it arrives more slowly than a body of the maximum size that just meets the request timeout.
 * Faster bytes earn credit for at most one second: a client that sends most of a body at once and then stops has
 * stalled a second later.
 */
final class IncomingBodies {
    private static final long CREDIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A body that is being read. */
    interface Body {
        /** Time until which it does not count as stalled, in {@link System#nanoTime}. */
        long activeUntilNanos();

        /** Releases its room and refuses the request. */
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

    /** Time until which a body that begins now does not count as stalled. */
    static long begin(long nowNanos) {
        return nowNanos + CREDIT_NANOS;
    }

    /** Time until which a body does not count as stalled after a piece of it arrived. */
    long moved(long untilNanos, long nowNanos, int bytes) {
        long from = Math.max(untilNanos - nowNanos, 0);
        return nowNanos + Math.min(CREDIT_NANOS, from + (long) (bytes * nanosPerByte));
    }

    /**
     * Reserves room; if there is not enough, gives up stalled bodies until there is.
     *
     * @param needy the body that needs the room and is not given up itself; null if it has arrived completely
     * @return false if there is still not enough room
     */
    boolean makeRoom(WorkerQueue.Room room, long bytes, @Nullable Body needy) {
        boolean fits = room.growTo(bytes);
        while (!fits && giveUpStalled(needy, System.nanoTime())) {
            fits = room.growTo(bytes);
        }
        return fits;
    }

    /** Gives up the body that has stalled longest; false if none has stalled. */
    private boolean giveUpStalled(@Nullable Body needy, long nowNanos) {
        Optional<Body> stalled = waiting.stream()
                .filter(reader -> reader != needy && reader.activeUntilNanos() - nowNanos < 0)
                .min(Comparator.comparingLong(reader -> reader.activeUntilNanos() - nowNanos));
        stalled.ifPresent(Body::giveUp);
        return stalled.isPresent();
    }
}
