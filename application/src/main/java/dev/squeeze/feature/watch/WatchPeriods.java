package dev.squeeze.feature.watch;

import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The part of a history that is reported.
 *
 * @param since start; absent for the start of the history
 * @param until end; absent for the end of the history
 * @param change when something was changed
 * @param settled when the change was complete, if it took some time: rows in between are neither before nor after
 * @param zone time zone that weekends are determined in
 */
record WatchPeriods(
        Optional<Instant> since,
        Optional<Instant> until,
        Optional<Instant> change,
        Optional<Instant> settled,
        ZoneId zone) {
    /** Longer histories are summed by hour. */
    private static final Duration SHORT = Duration.ofDays(2);

    WatchPeriods {
        if (settled.isPresent() && change.isEmpty()) {
            throw new UsageException(
                    "--change-until is when a change was complete: also give when it began, with" + " --change-at");
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

    /** Whether a row is in the reported period. */
    boolean holds(Instant start, Instant end) {
        return since.map(from -> !start.isBefore(from)).orElse(true)
                && until.map(to -> !end.isAfter(to)).orElse(true);
    }

    /** The side of the change that a row is on; without a change all rows are after it. */
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
        /** The row overlaps the time of the change. */
        NEITHER,
        AFTER
    }

    /** Resolution of the totals for a history of this length, which limits the memory for months of history. */
    static long pieceMillis(Duration length) {
        return length.compareTo(SHORT) <= 0 ? 1_000 : Duration.ofHours(1).toMillis();
    }
}
