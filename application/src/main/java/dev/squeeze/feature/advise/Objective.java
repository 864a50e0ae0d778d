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
    /** Time from send() to acknowledgement, at its 99th percentile. */
    LATENCY,
    /** Cost too, but the rest of what could be saved is left where it takes a more intrusive change. */
    BALANCED;

    /** Share of the largest saving that is enough, where nobody says how much. */
    public static final double KEEP = 0.95;

    private static final double KEEP_OF_BALANCED = 0.85;

    /** Whether the lowest rung of the ladder is recommended that saves enough. */
    boolean isByLadder() {
        return this == COST || this == BALANCED;
    }

    /** Share of the largest saving that is enough, for objectives that are met by the ladder. */
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

    /** So that hundredths of a millisecond are no large relative difference. */
    private static final double LATENCY_OFFSET_MILLIS = 1;

    /** Settings whose score is within this share of the best count as equally good; {@link #amongEquals} chooses. */
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
