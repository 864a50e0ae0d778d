package dev.squeeze.feature.rollout;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the user asked of a rehearsal, without mistakes.
 *
 * @param topics that are made
 * @param sources of their records, taken in turn
 * @param scale how many times the experiment's own times
 * @param folder that keeps what the commands write; absent where nothing is kept
 */
record RolloutRequest(int topics, List<String> sources, double scale, Optional<Path> folder) {
    /** How long a mistake may take to be found: scaled less than the rest, since a watch reads at its own pace. */
    static final Duration LIMIT = Duration.ofMinutes(2);

    /** A watch knows producers after 20 readings, one a second here: by then, those that come are new. */
    private static final Duration UNTIL_PRODUCERS_ARE_KNOWN = Duration.ofSeconds(22);
    /** Fewer rows of 3 s cannot be compared. */
    private static final Duration MIN_AFTER = Duration.ofSeconds(24);

    private static final int RUN_IN_SECONDS = 40;
    private static final int BETWEEN_SECONDS = 25;
    private static final int AFTER_SECONDS = 80;

    RolloutRequest {
        sources = List.copyOf(sources);
    }

    /** Of the old settings, before the survey. */
    Duration runIn() {
        return scaled(RUN_IN_SECONDS);
    }

    /** From the start of the watch that knows the plan to the first wave. */
    Duration untilProducersAreKnown() {
        return atLeast(UNTIL_PRODUCERS_ARE_KNOWN, betweenWaves());
    }

    Duration betweenWaves() {
        return scaled(BETWEEN_SECONDS);
    }

    /** Of the new settings. */
    Duration after() {
        return atLeast(MIN_AFTER, scaled(AFTER_SECONDS));
    }

    private static Duration atLeast(Duration least, Duration scaled) {
        return scaled.compareTo(least) < 0 ? least : scaled;
    }

    private Duration scaled(int seconds) {
        return Duration.ofMillis(Math.round(1_000 * seconds * scale));
    }
}
