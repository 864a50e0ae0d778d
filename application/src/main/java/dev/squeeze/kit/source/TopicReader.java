package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;

/**
 * Reads topics one after the other over the same connections, since authenticating with each broker for every topic is
 * more work than reading it. Not thread-safe.
 */
public final class TopicReader implements AutoCloseable {
    private final RawClient client;
    private final TopicAccess access;
    private final ReadPace pace;

    private TopicReader(RawClient client, TopicAccess access, ReadPace pace) {
        this.client = client;
        this.access = access;
        this.pace = pace;
    }

    /**
     * Connects to the cluster.
     *
     * @param first the first topic, for error messages
     * @param pace limits the rate, instead of the rate in {@code access}; may be shared with other readers
     * @throws SourceException if the cluster cannot be reached
     */
    public static TopicReader open(String first, TopicAccess access, ReadPace pace) {
        RawClientOptions options = RawClientOptions.DEFAULTS.withTimeLimit(access.timeLimit());
        try {
            return new TopicReader(RawClient.open(access.connection(), options), access, pace);
        } catch (RawAccessException e) {
            throw unreadable(first, e);
        }
    }

    /**
     * Fetches the batches of one topic over new connections.
     *
     * @throws SourceException if the cluster cannot be reached or denies access, or the topic is empty; the message
     *     says what to do
     */
    public static TopicBatches fetch(String topic, TopicAccess access, RecordSource.ReadProgress progress) {
        if (topic.isBlank()) {
            throw new SourceException("topic: has no topic name: write topic:NAME");
        }
        try (TopicReader reader = TopicReader.open(topic, access, new ReadPace(access.maxBytesPerSecond()))) {
            return reader.fetch(topic, progress);
        }
    }

    /**
     * Fetches all of a topic's batches, or those of stretches drawn at random.
     *
     * @throws SourceException if a broker denies access, or the topic is empty; the message says what to do
     */
    public TopicBatches fetch(String topic, RecordSource.ReadProgress progress) {
        try {
            return new TopicFetch(TopicLog.of(client, topic), topic, access, pace, progress).run();
        } catch (RawAccessException e) {
            throw unreadable(topic, e);
        } finally {
            client.forget(topic);
        }
    }

    private static SourceException unreadable(String topic, RawAccessException cause) {
        return new SourceException("topic:" + topic + " cannot be read: " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        client.close();
    }
}
