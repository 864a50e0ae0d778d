package dev.squeeze.feature.published;

/** How a stage of a published experiment ended. */
public enum StageOutcome {
    DONE("done"),
    /** A threshold of the stage was missed; its figures are valid. */
    THRESHOLD_MISSED("a threshold was missed"),
    FAILED("failed"),
    INTERRUPTED("interrupted"),
    NOT_RUN("not run");

    private final String words;

    StageOutcome(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
