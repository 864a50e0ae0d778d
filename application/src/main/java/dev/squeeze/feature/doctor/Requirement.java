package dev.squeeze.feature.doctor;

/** What a check needs to see. */
public enum Requirement {
    LOG("READ and DESCRIBE on the topic"),
    /** At least {@link Threshold#MIN_BATCHES}. */
    BATCHES("enough batches (--sample, least-batches)"),
    TOPIC_SETTINGS("DESCRIBE_CONFIGS on the topic"),
    BROKER_SETTINGS("DESCRIBE_CONFIGS on the cluster"),
    PRODUCER_SETTINGS("--producer-config FILE"),
    ADDRESS("only --bootstrap-server");

    private final String words;

    Requirement(String words) {
        this.words = words;
    }

    /** The permission or the flag. */
    public String words() {
        return words;
    }
}
