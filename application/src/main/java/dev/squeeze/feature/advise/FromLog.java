package dev.squeeze.feature.advise;

import java.util.List;
import java.util.Optional;

/**
 * What was taken from the log that the records come from, where no flag gave it.
 *
 * @param batches true where today's figures are those of its batches, not of settings that were given or assumed
 * @param rate true where the rate is that of its timestamps
 * @param producers true where their number is the one that explains the size of its batches
 * @param partitions true where their number is that of the log
 * @param retention present and true where nothing is deleted for its age, and the age of the log stands for the retention
 * @param givenSettings keys of today's settings that were given; absent where none was, or the log's batches are not today's
 */
public record FromLog(
        boolean batches,
        boolean rate,
        boolean producers,
        boolean partitions,
        Optional<Boolean> retention,
        Optional<List<String>> givenSettings) {
    public static final FromLog NOTHING = new FromLog(false, false, false, false);

    /** Where none of today's settings was given. */
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

    /** Whether nothing is deleted for its age. */
    boolean keepsAllRecords() {
        return retention.orElse(false);
    }

    /** Whether today's value of a setting is neither in the log nor given. */
    boolean isAssumed(String key) {
        return batches && !givenSettings.orElse(List.of()).contains(key);
    }
}
