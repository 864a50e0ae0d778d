package dev.squeeze.feature.doctor;

/** What a check has to see. */
public enum Requirement {
    LOG("READ and DESCRIBE on the topic"),
    /** As many as {@link Threshold#MIN_BATCHES} says. */
    BATCHES("batches enough (--sample, least-batches)"),
    TOPIC_SETTINGS("DESCRIBE_CONFIGS on the topic"),
    BROKER_SETTINGS("DESCRIBE_CONFIGS on the cluster"),
    PRODUCER_SETTINGS("--producer-config FILE"),
    ADDRESS("--bootstrap-server alone");

    private final String words;

    Requirement(String words) {
        this.words = words;
    }

    /** The permission or the flag. */
    public String words() {
        return words;
    }
}
