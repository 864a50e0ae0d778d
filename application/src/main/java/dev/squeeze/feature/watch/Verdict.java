package dev.squeeze.feature.watch;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** What became of stored bytes after a change. */
public enum Verdict {
    /** They rose. */
    WORSE("worse"),
    /** They fell, but surely by less than the plan promises. */
    LESS_THAN_PLANNED("less than planned"),
    /** They fell, and what the plan promises is within the error. */
    AS_PLANNED("as planned"),
    /** They fell, or fell by more than the plan promises. */
    BETTER("better"),
    /** The interval holds zero. */
    NO_DIFFERENCE("no difference detected"),
    /** Too little was observed on one of the sides. */
    UNKNOWN("too little observed");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** As people read it. */
    public String words() {
        return words;
    }

    /**
     * Judges.
     *
     * @param change of stored bytes, after over before less 1
     * @param planned of the same, where there is a plan
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
