package dev.squeeze.engine.history;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * What is compared with what.
 *
 * @param from where the time before begins
 * @param change when something was changed
 * @param settled when that was through; the same where it took no time. What was observed in between is on no side
 * @param until where the time after ends
 * @param zone whose days are working days and weekends
 */
public record Periods(Instant from, Instant change, Instant settled, Instant until, ZoneId zone) {
    public Periods {
        if (!from.isBefore(change) || !change.isBefore(until)) {
            throw new IllegalArgumentException("a change at " + change + " is not between " + from + " and " + until);
        }
        if (settled.isBefore(change) || !settled.isBefore(until)) {
            throw new IllegalArgumentException(
                    "a change that was through at " + settled + " is not between " + change + " and " + until);
        }
    }

    public Duration before() {
        return Duration.between(from, change);
    }

    public Duration after() {
        return Duration.between(settled, until);
    }
}
