package dev.squeeze.kit.kafka;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Time;

/** Kafka's clock in a simulation: time only advances when it is set. */
final class SimulatedTime implements Time {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    /** Since the start of the simulation. */
    double nowNanos;

    @Override
    public long milliseconds() {
        return EPOCH_MILLIS + TimeUnit.NANOSECONDS.toMillis((long) nowNanos);
    }

    @Override
    public long nanoseconds() {
        return (long) nowNanos;
    }

    @Override
    public void sleep(long millis) {
        throw new UnsupportedOperationException("nothing sleeps in simulated time");
    }
}
