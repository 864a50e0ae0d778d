package dev.squeeze.kit.document.live;

import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.LiveState;
import dev.squeeze.kit.document.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * The latest progress and result of a run. The run only stores references here; pages are rendered on request, in the thread of the
 * HTTP request.
 */
final class Board {
    /** Maximum age of a rendered page as long as there is no newer result: the script keeps its banner up to date. */
    private static final long FRESH_NANOS = 4_000_000_000L;

    /** State of the run. */
    enum Phase {
        RUNNING,
        /** Ended with a result. */
        DONE,
        /** Ended without a result. */
        ENDED
    }

    private final String command;
    private final Instant since;
    private final long startNanos = System.nanoTime();
    private long saidNanos = startNanos;
    private String now = "";
    private String detail = "";
    private OptionalDouble fraction = OptionalDouble.empty();
    private Optional<Supplier<? extends Result>> latest = Optional.empty();
    private Phase phase = Phase.RUNNING;
    private int version;
    private long sequence = 1;

    private final Object rendering = new Object();
    private byte[] page = new byte[0];
    private int pageVersion = -1;
    private Phase pagePhase = Phase.RUNNING;
    private long pageNanos;

    Board(String command, Instant since) {
        this.command = command;
        this.since = since;
    }

    synchronized void doing(String what, String howFar, OptionalDouble done) {
        if (!what.equals(now) || !howFar.equals(detail)) {
            now = what;
            detail = howFar;
            fraction = done;
            sequence++;
        }
        saidNanos = System.nanoTime();
    }

    synchronized void show(Supplier<? extends Result> result) {
        latest = Optional.of(result);
        version++;
        sequence++;
    }

    synchronized void done(Result result) {
        latest = Optional.of(() -> result);
        phase = Phase.DONE;
        version++;
        sequence++;
        notifyAll();
    }

    /** Later calls have no effect. */
    synchronized void ended() {
        if (phase == Phase.RUNNING) {
            phase = Phase.ENDED;
            sequence++;
            notifyAll();
        }
    }

    synchronized Phase phase() {
        return phase;
    }

    synchronized LiveState state() {
        return new LiveState(
                command,
                since,
                Duration.ofNanos(System.nanoTime() - startNanos),
                now,
                detail,
                Duration.ofNanos(System.nanoTime() - saidNanos),
                fraction,
                version,
                sequence);
    }

    /**
     * Waits until the run has ended, or until there is something new.
     *
     * @param seen the sequence number that the client has seen
     * @param atLeast minimum time to wait, unless the run ends
     * @param atMost maximum time to wait if nothing changes
     */
    synchronized void awaitNews(long seen, Duration atLeast, Duration atMost) throws InterruptedException {
        long begin = System.nanoTime();
        while (phase == Phase.RUNNING) {
            long waited = System.nanoTime() - begin;
            if (waited >= atMost.toNanos() || waited >= atLeast.toNanos() && sequence != seen) {
                return;
            }
            // Changes do not notify waiting threads, since there may be thousands: these check periodically.
            wait(Math.max(1, atLeast.toMillis()));
        }
    }

    /** The current page in UTF-8; the report itself once the run is done. */
    byte[] page() {
        synchronized (rendering) {
            LiveState state;
            Optional<Supplier<? extends Result>> result;
            Phase current;
            synchronized (this) {
                state = state();
                result = latest;
                current = phase;
            }
            boolean same = state.version() == pageVersion && current == pagePhase;
            if (!same || current == Phase.RUNNING && System.nanoTime() - pageNanos > FRESH_NANOS) {
                page = render(state, result, current).getBytes(StandardCharsets.UTF_8);
                pageVersion = state.version();
                pagePhase = current;
                pageNanos = System.nanoTime();
            }
            return page;
        }
    }

    private static String render(LiveState state, Optional<Supplier<? extends Result>> result, Phase phase) {
        return phase == Phase.DONE
                ? HtmlReport.render(result.orElseThrow().get())
                : HtmlReport.renderLive(result.map(Supplier::get), state);
    }
}
