package dev.squeeze.kit.kafka;

import dev.squeeze.kit.unit.UserFacingException;

/** A topic was deleted and another one of the same name was created: offsets of the old topic are meaningless. */
public final class TopicReplacedException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    private final String topic;
    private final String bootstrapServers;

    TopicReplacedException(String topic, String bootstrapServers) {
        super("topic " + topic + " of " + bootstrapServers + " was deleted and created again");
        this.topic = topic;
        this.bootstrapServers = bootstrapServers;
    }

    public String topic() {
        return topic;
    }

    /** Addresses of its cluster, separated by commas. */
    public String bootstrapServers() {
        return bootstrapServers;
    }
}
