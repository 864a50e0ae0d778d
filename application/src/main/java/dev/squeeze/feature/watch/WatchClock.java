package dev.squeeze.feature.watch;

import dev.squeeze.kit.cli.StopSignal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The clock of a watch, which also decides when it ends: on Ctrl-C, or after the time given with {@code --for}. */
final class WatchClock {
    private static final long NAP_MILLIS = 50;

    private final Clock clock;
    private final StopSignal stop;
    private final Optional<Instant> end;

    WatchClock(Clock clock, StopSignal stop, Optional<Duration> most) {
        this.clock = clock;
        this.stop = stop;
        this.end = most.map(clock.instant()::plus);
    }

    /** The watch was stopped during a reading. */
    static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Instant now() {
        return clock.instant();
    }

    boolean isRunning() {
        return !stop.isRequested()
                && !Thread.currentThread().isInterrupted()
                && end.map(moment -> now().isBefore(moment)).orElse(true);
    }

    /** @throws EndedException if the user stopped the watch */
    void requireNotStopped() {
        if (stop.isRequested() || Thread.currentThread().isInterrupted()) {
            throw new EndedException();
        }
    }

    /** Returns at that time, or earlier if the watch ends. */
    void sleepUntil(Instant moment) {
        while (isRunning() && now().isBefore(moment)) {
            try {
                TimeUnit.MILLISECONDS.sleep(Math.min(
                        NAP_MILLIS, Math.max(1, Duration.between(now(), moment).toMillis())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
