package dev.squeeze.feature.watch;

import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What of a history is reported.
 *
 * @param since where it begins; absent: with the history
 * @param until where it ends; absent: with the history
 * @param change when something was changed
 * @param settled when that was through, where it took a time: rows in between are neither before nor after
 * @param zone whose days are weekends
 */
record WatchPeriods(
        Optional<Instant> since,
        Optional<Instant> until,
        Optional<Instant> change,
        Optional<Instant> settled,
        ZoneId zone) {
    /** For longer, hours are summed. */
    private static final Duration SHORT = Duration.ofDays(2);

    WatchPeriods {
        if (settled.isPresent() && change.isEmpty()) {
            throw new UsageException("--change-until says when a change was through: give --change-at as well");
        }
        requireOrder("--since", since, "--change-at", change);
        requireOrder("--change-at", change, "--change-until", settled);
        requireOrder("--change-at", change, "--until", until);
        requireOrder("--change-until", settled, "--until", until);
        requireOrder("--since", since, "--until", until);
    }

    private static void requireOrder(String first, Optional<Instant> early, String then, Optional<Instant> late) {
        if (early.isPresent() && late.isPresent() && !early.get().isBefore(late.get())) {
            throw new UsageException(first + " (" + early.get() + ") must be before " + then + " (" + late.get() + ")");
        }
    }

    /** Whether a row lies within. */
    boolean holds(Instant start, Instant end) {
        return since.map(from -> !start.isBefore(from)).orElse(true)
                && until.map(to -> !end.isAfter(to)).orElse(true);
    }

    /** On which side of the change a row lies; without a change all come after it. */
    Side side(Instant start, Instant end) {
        if (change.isEmpty()) {
            return Side.AFTER;
        }
        Instant at = change.get();
        if (!end.isAfter(at)) {
            return Side.BEFORE;
        }
        return start.isBefore(settled.orElse(at)) ? Side.NEITHER : Side.AFTER;
    }

    enum Side {
        BEFORE,
        /** The change fell into the row, or the row into its time. */
        NEITHER,
        AFTER
    }

    /** Of the totals of a history of this length: memory of months stays small. */
    static long pieceMillis(Duration length) {
        return length.compareTo(SHORT) <= 0 ? 1_000 : Duration.ofHours(1).toMillis();
    }
}
