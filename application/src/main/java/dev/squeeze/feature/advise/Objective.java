package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.Comparator;
import java.util.OptionalDouble;

/** What to minimise. */
public enum Objective {
    /** Cost per month of traffic, disks and cores. */
    COST,
    /** Busy cores. */
    CPU,
    /** Bytes on the wire. */
    NETWORK,
    /** Time from send() to acknowledgement, 99th percentile. */
    LATENCY,
    /** Cost too, but a larger part of the possible saving is given up to avoid more intrusive changes. */
    BALANCED;

    /** The default share of the largest saving that is enough. */
    public static final double KEEP = 0.95;

    private static final double KEEP_OF_BALANCED = 0.85;

    /** Whether the lowest rung of the ladder that saves enough is recommended. */
    boolean isByLadder() {
        return this == COST || this == BALANCED;
    }

    /** Share of the largest saving that is enough, for objectives that use the ladder. */
    double keep(OptionalDouble given) {
        return this == BALANCED ? KEEP_OF_BALANCED : given.orElse(KEEP);
    }

    /** Lower is better. */
    double score(Prediction prediction) {
        return switch (this) {
            case COST, BALANCED -> prediction.resources().money();
            case CPU -> prediction.resources().cores();
            case NETWORK -> prediction.resources().wireBytesPerSecond();
            case LATENCY -> prediction.latencyMillis() + LATENCY_OFFSET_MILLIS;
        };
    }

    /** Added so that hundredths of a millisecond do not count as a large relative difference. */
    private static final double LATENCY_OFFSET_MILLIS = 1;

    /**
     * Settings whose score is within this share of the best are considered equally good; {@link #amongEquals} chooses
     * among them.
     */
    double tolerance() {
        return switch (this) {
            case COST, BALANCED, NETWORK -> 0.01;
            case CPU -> 0.02;
            case LATENCY -> 0.25;
        };
    }

    /** Orders settings with equally good scores, the better first. */
    Comparator<Prediction> amongEquals() {
        Comparator<Prediction> simplest = Comparator.<Prediction>comparingInt(
                        prediction -> prediction.settings().lingerMillis())
                .thenComparingInt(prediction -> prediction.settings().batchSizeBytes())
                .thenComparingDouble(prediction -> prediction.resources().cores());
        Comparator<Prediction> cheapest =
                Comparator.comparingDouble(prediction -> prediction.resources().money());
        return switch (this) {
            case COST, BALANCED, NETWORK -> simplest;
            case CPU, LATENCY -> cheapest.thenComparing(simplest);
        };
    }
}
