package dev.squeeze.feature.advise;

import java.util.List;
import java.util.Optional;

/**
 * What was taken from the log that the records come from, because no flag gave it.
 *
 * @param batches true if today's figures are those of the log's batches, rather than of settings that were given or
 *     assumed
 * @param rate true if the rate is from the log's timestamps
 * @param producers true if their number was chosen to explain the size of the log's batches
 * @param partitions true if their number is from the log
 * @param retention present and true if nothing is deleted by age, and the age of the log is used as the retention
 * @param givenSettings keys of today's settings that were given; absent if none were, or if the log's batches are not
 *     today's
 */
public record FromLog(
        boolean batches,
        boolean rate,
        boolean producers,
        boolean partitions,
        Optional<Boolean> retention,
        Optional<List<String>> givenSettings) {
    public static final FromLog NOTHING = new FromLog(false, false, false, false);

    /** Without any of today's settings given. */
    public FromLog(boolean batches, boolean rate, boolean producers, boolean partitions) {
        this(batches, rate, producers, partitions, Optional.empty(), Optional.empty());
    }

    public FromLog {
        givenSettings = givenSettings.map(List::copyOf);
    }

    FromLog withRetention(boolean ofLog) {
        return new FromLog(
                batches, rate, producers, partitions, ofLog ? Optional.of(true) : Optional.empty(), givenSettings);
    }

    /** Whether nothing is deleted by age. */
    boolean keepsAllRecords() {
        return retention.orElse(false);
    }

    /** Whether today's value of a setting is neither in the log nor given. */
    boolean isAssumed(String key) {
        return batches && !givenSettings.orElse(List.of()).contains(key);
    }
}
