package dev.squeeze.engine.load;

/** The part of a trial that is measured: opened after the ramp-up, closed before the end. Set by one thread. */
final class MeasuringWindow {
    private final boolean followed;
    private volatile long fromNanos = Long.MAX_VALUE;
    private volatile long untilNanos = Long.MAX_VALUE;

    /** @param followed whether the latencies of each second are wanted during the trial */
    MeasuringWindow(boolean followed) {
        this.followed = followed;
    }

    boolean isFollowed() {
        return followed;
    }

    void open(long nanos) {
        fromNanos = nanos;
    }

    void close(long nanos) {
        untilNanos = nanos;
    }

    boolean contains(long nanos) {
        return nanos >= fromNanos && nanos < untilNanos;
    }
}
