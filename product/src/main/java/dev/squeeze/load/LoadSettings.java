package dev.squeeze.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is sent, by whom and into what.
 *
 * @param producerProperties Kafka's own, less what it takes to connect
 * @param producers how many producers, each a client of its own
 * @param threads application threads of each producer
 * @param topics how many topics share the load, record by record
 * @param partitions of each topic
 * @param replicationFactor of each topic
 * @param topicConfigs Kafka's own, over those that a load needs (see {@link LoadTopics})
 * @param profile how fast
 * @param consumers who reads
 * @param refusalsAllowed whether records that find the producer's buffer full are counted and no failure
 */
public record LoadSettings(
        Map<String, String> producerProperties,
        int producers,
        int threads,
        int topics,
        int partitions,
        int replicationFactor,
        Map<String, String> topicConfigs,
        LoadProfile profile,
        ConsumerSettings consumers,
        boolean refusalsAllowed) {
    /** More threads than this measure the machine's scheduler. */
    private static final int MOST_THREADS = 1_000;

    private static final int MOST_TOPICS = 10_000;

    public LoadSettings {
        producerProperties = Collections.unmodifiableMap(new TreeMap<>(producerProperties));
        topicConfigs = Collections.unmodifiableMap(new TreeMap<>(topicConfigs));
        require("producers", producers, MOST_THREADS);
        require("threads per producer", threads, MOST_THREADS);
        require("threads of all producers", (long) producers * threads, MOST_THREADS);
        require("topics", topics, MOST_TOPICS);
        require("partitions", partitions, Integer.MAX_VALUE);
        require("replicas", replicationFactor, Short.MAX_VALUE);
    }

    public LoadSettings(
            Map<String, String> producerProperties,
            int producers,
            int threads,
            int topics,
            int partitions,
            int replicationFactor,
            Map<String, String> topicConfigs,
            LoadProfile profile,
            ConsumerSettings consumers) {
        this(
                producerProperties,
                producers,
                threads,
                topics,
                partitions,
                replicationFactor,
                topicConfigs,
                profile,
                consumers,
                false);
    }

    /** The same, with records that find the buffer full counted and no failure. */
    public LoadSettings allowingRefusals() {
        return new LoadSettings(
                producerProperties,
                producers,
                threads,
                topics,
                partitions,
                replicationFactor,
                topicConfigs,
                profile,
                consumers,
                true);
    }

    /** Whether the broker acknowledges nothing, so that offsets are not known to the producer. */
    public boolean unacknowledged() {
        return "0".equals(producerProperties.get("acks"));
    }

    public LoadSettings withProducerProperty(String key, String value) {
        Map<String, String> all = new TreeMap<>(producerProperties);
        all.put(key, value);
        return new LoadSettings(
                all,
                producers,
                threads,
                topics,
                partitions,
                replicationFactor,
                topicConfigs,
                profile,
                consumers,
                refusalsAllowed);
    }

    public LoadSettings withTopicConfig(String key, String value) {
        Map<String, String> all = new TreeMap<>(topicConfigs);
        all.put(key, value);
        return new LoadSettings(
                producerProperties,
                producers,
                threads,
                topics,
                partitions,
                replicationFactor,
                all,
                profile,
                consumers,
                refusalsAllowed);
    }

    public LoadSettings withClients(int producerCount, int threadCount) {
        return new LoadSettings(
                producerProperties,
                producerCount,
                threadCount,
                topics,
                partitions,
                replicationFactor,
                topicConfigs,
                profile,
                consumers,
                refusalsAllowed);
    }

    public LoadSettings withTopics(int topicCount, int partitionCount, int replicas) {
        return new LoadSettings(
                producerProperties,
                producers,
                threads,
                topicCount,
                partitionCount,
                replicas,
                topicConfigs,
                profile,
                consumers,
                refusalsAllowed);
    }

    public LoadSettings withProfile(LoadProfile other) {
        return new LoadSettings(
                producerProperties,
                producers,
                threads,
                topics,
                partitions,
                replicationFactor,
                topicConfigs,
                other,
                consumers,
                refusalsAllowed);
    }

    public LoadSettings withConsumers(ConsumerSettings other) {
        return new LoadSettings(
                producerProperties,
                producers,
                threads,
                topics,
                partitions,
                replicationFactor,
                topicConfigs,
                profile,
                other,
                refusalsAllowed);
    }

    private static void require(String what, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("cannot work with " + value + " " + what + ": give 1 to " + most);
        }
    }
}
