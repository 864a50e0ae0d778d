package dev.squeeze.feature.rollout;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The validated options of a rehearsal.
 *
 * @param topics number of topics to create
 * @param sources sources of their records, assigned in turn
 * @param scale factor by which to multiply the rehearsal's durations
 * @param folder where to keep the commands' output; absent if it is not kept
 */
record RolloutRequest(int topics, List<String> sources, double scale, Optional<Path> folder) {
    /** The time within which a mistake has to be found. Not scaled, since watch reads at its own pace. */
    static final Duration LIMIT = Duration.ofMinutes(2);

    /**
     * A watch knows the existing producers after 20 readings, here one per second; producers that appear later are new.
     */
    private static final Duration UNTIL_PRODUCERS_ARE_KNOWN = Duration.ofSeconds(22);
    /** With a shorter time there are too few rows of 3 s to compare. */
    private static final Duration MIN_AFTER = Duration.ofSeconds(24);

    private static final int RUN_IN_SECONDS = 40;
    private static final int BETWEEN_SECONDS = 25;
    private static final int AFTER_SECONDS = 80;

    RolloutRequest {
        sources = List.copyOf(sources);
    }

    /** How long the old settings run before the survey. */
    Duration runIn() {
        return scaled(RUN_IN_SECONDS);
    }

    /** The time from the start of the watch with the plan to the first wave. */
    Duration untilProducersAreKnown() {
        return atLeast(UNTIL_PRODUCERS_ARE_KNOWN, betweenWaves());
    }

    Duration betweenWaves() {
        return scaled(BETWEEN_SECONDS);
    }

    /** How long the new settings run after the last wave. */
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
