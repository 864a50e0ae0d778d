package dev.squeeze.engine.workload;

import dev.squeeze.kit.source.ObservedRate;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time over which a rate was observed. The monthly rate is the mean from the oldest record until now, even for a
 * topic that is no longer written to or has existed only for seconds. Batches form at the rate while records arrived.
 *
 * @param writtenSeconds from the oldest to the newest record
 * @param silentSeconds from the newest record until now; 0 for records that are not on a cluster
 */
record TopicLife(double writtenSeconds, double silentSeconds) {
    private static final double DAY = Duration.ofDays(1).toSeconds();
    private static final double NOTABLE_SHARE = 0.9;

    /** @param newest absent if not known from the log */
    static TopicLife of(ObservedRate rate, Optional<Instant> newest, boolean live, Instant now) {
        double silent = live
                ? newest.map(last -> Duration.between(last, now).toMillis() / 1e3)
                        .orElse(0.0)
                : 0;
        return new TopicLife(rate.seconds(), Math.max(0, silent));
    }

    /** From the oldest record until now. */
    double seconds() {
        return writtenSeconds + silentSeconds;
    }

    /** Share of the time in which records arrived; absent if all of it. */
    OptionalDouble activeShare() {
        return silentSeconds > 0 && writtenSeconds > 0
                ? OptionalDouble.of(writtenSeconds / seconds())
                : OptionalDouble.empty();
    }

    private boolean mostlySilent() {
        return activeShare().orElse(1) < NOTABLE_SHARE;
    }

    /** Notes for readers of monthly figures; empty for a topic that has been written to for long. */
    List<String> notes(double rateFactor) {
        List<String> notes = new ArrayList<>();
        if (silentSeconds > DAY && mostlySilent()) {
            long days = (long) (silentSeconds / DAY);
            notes.add(String.format(
                    Locale.ROOT,
                    "the newest record is more than %,d day%s old: bytes and money use the mean rate from the oldest record"
                            + " until now",
                    days,
                    days == 1 ? "" : "s"));
        }
        if (seconds() < DAY) {
            notes.add(String.format(
                    Locale.ROOT,
                    "its oldest record is only %s old%s: the monthly cost extrapolates the mean rate since then, and its"
                            + " interval covers %.2g to %.2g times that rate",
                    DurationText.roughly(seconds()),
                    mostlySilent() ? ", and its records span " + DurationText.roughly(writtenSeconds) : "",
                    1 / rateFactor,
                    rateFactor));
        }
        return notes;
    }
}
