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
 * Over what time a rate was seen. A month's rate is the mean from the oldest record until now, for a topic that is dead or
 * lived for seconds as for any other; batches form at the rate while records came.
 *
 * @param writtenSeconds from the oldest to the newest record
 * @param silentSeconds from the newest record until now; 0 for records that are on no cluster
 */
record TopicLife(double writtenSeconds, double silentSeconds) {
    private static final double DAY = Duration.ofDays(1).toSeconds();
    private static final double NOTABLE_SHARE = 0.9;

    /** @param newest absent where the log does not say */
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

    /** Share of the time in which records came; absent where that is all of it. */
    OptionalDouble activeShare() {
        return silentSeconds > 0 && writtenSeconds > 0
                ? OptionalDouble.of(writtenSeconds / seconds())
                : OptionalDouble.empty();
    }

    private boolean mostlySilent() {
        return activeShare().orElse(1) < NOTABLE_SHARE;
    }

    /** What a reader of monthly figures has to know; nothing of a topic that has long been written to. */
    List<String> notes(double rateFactor) {
        List<String> notes = new ArrayList<>();
        if (silentSeconds > DAY && mostlySilent()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "no record is newer than %,d days: bytes and money are by the mean rate from the oldest record until"
                            + " now",
                    (long) (silentSeconds / DAY)));
        }
        if (seconds() < DAY) {
            notes.add(String.format(
                    Locale.ROOT,
                    "its oldest record is %s old%s: money per month takes their mean rate for the month's, and its interval"
                            + " holds %.2g to %.2g times that",
                    DurationText.roughly(seconds()),
                    mostlySilent() ? ", and records came for " + DurationText.roughly(writtenSeconds) + " of it" : "",
                    1 / rateFactor,
                    rateFactor));
        }
        return notes;
    }
}
