package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.Comparator;

/** What to look for. */
public enum Objective {
    /** Least money a month for traffic, disks and cores. */
    COST,
    /** Fewest cores. */
    CPU,
    /** Fewest bytes on the wire. */
    NETWORK,
    /** Least time added to a record. */
    LATENCY,
    /** Within a few per cent of the least money, the least latency. */
    BALANCED;

    /** What settings are ranked by: less is better. */
    double score(Prediction prediction) {
        return switch (this) {
            case COST, BALANCED -> prediction.resources().money();
            case CPU -> prediction.resources().cores();
            case NETWORK -> prediction.resources().wireBytesPerSecond();
            case LATENCY -> prediction.addedLatencyMillis() + LATENCY_OFFSET_MILLIS;
        };
    }

    /** So that a hundredth of a millisecond is not a relative difference worth paying for. */
    private static final double LATENCY_OFFSET_MILLIS = 1;

    /** Settings whose score lies within this share of the best are as good; {@link #amongEquals} chooses between them. */
    double tolerance() {
        return switch (this) {
            case COST, NETWORK -> 0.01;
            case CPU -> 0.02;
            case BALANCED -> 0.05;
            case LATENCY -> 0.25;
        };
    }

    /** Which of two settings with equally good scores is the better one: comes first. */
    Comparator<Prediction> amongEquals() {
        Comparator<Prediction> simplest = Comparator.<Prediction>comparingInt(
                        prediction -> prediction.settings().lingerMillis())
                .thenComparingInt(prediction -> prediction.settings().batchSizeBytes())
                .thenComparingDouble(prediction -> prediction.resources().cores());
        Comparator<Prediction> cheapest =
                Comparator.comparingDouble(prediction -> prediction.resources().money());
        return switch (this) {
            case COST, NETWORK -> simplest;
            case CPU, LATENCY -> cheapest.thenComparing(simplest);
            case BALANCED ->
                Comparator.comparingDouble(Prediction::addedLatencyMillis).thenComparing(simplest);
        };
    }
}
