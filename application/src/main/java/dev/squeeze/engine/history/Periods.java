package dev.squeeze.engine.history;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * The two periods that are compared.
 *
 * @param from start of the period before
 * @param change when the change began
 * @param settled when it was complete; equal to {@code change} if it took no time. Observations in between belong to
 *     neither period
 * @param until end of the period after
 * @param zone time zone that determines working days and weekends
 */
public record Periods(Instant from, Instant change, Instant settled, Instant until, ZoneId zone) {
    public Periods {
        if (!from.isBefore(change) || !change.isBefore(until)) {
            throw new IllegalArgumentException("a change at " + change + " is not between " + from + " and " + until);
        }
        if (settled.isBefore(change) || !settled.isBefore(until)) {
            throw new IllegalArgumentException(
                    "a change that was complete at " + settled + " is not between " + change + " and " + until);
        }
    }

    public Duration before() {
        return Duration.between(from, change);
    }

    public Duration after() {
        return Duration.between(settled, until);
    }
}
