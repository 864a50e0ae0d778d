package dev.squeeze.feature.watch;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** The effect of a change on stored bytes. */
public enum Verdict {
    /** They rose. */
    WORSE("worse"),
    /** They fell, or did not change, by significantly less than planned. */
    LESS_THAN_PLANNED("less than planned"),
    /** They fell, and the planned change is within the interval. */
    AS_PLANNED("as planned"),
    /** They fell without a plan, or by more than planned. */
    BETTER("better"),
    /** The interval contains zero. */
    NO_DIFFERENCE("no difference detected"),
    /** Too little was observed before or after the change. */
    UNKNOWN("too little observed");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** The label in reports. */
    public String words() {
        return words;
    }

    /**
     * Derives the verdict from the measured change and the planned one.
     *
     * @param change of stored bytes, after / before - 1
     * @param planned planned change of the same; empty without a plan
     */
    static Verdict of(ConfidenceInterval change, Optional<ConfidenceInterval> planned) {
        if (change.low() > 0) {
            return WORSE;
        }
        if (planned.isPresent() && planned.get().high() < change.low()) {
            return LESS_THAN_PLANNED;
        }
        if (change.high() >= 0) {
            return NO_DIFFERENCE;
        }
        return planned.isPresent() && planned.get().low() <= change.high() ? AS_PLANNED : BETTER;
    }
}
