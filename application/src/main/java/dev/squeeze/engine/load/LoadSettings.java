package dev.squeeze.engine.load;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SharedRecords;
import dev.squeeze.kit.unit.UsageException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What is sent, by which clients, and to which topics.
 *
 * @param producerProperties Kafka's producer properties, except those for the connection
 * @param producers number of producers
 * @param threads application threads of each producer
 * @param topics number of topics; records are distributed over them in turn
 * @param partitions partitions of each topic
 * @param replicationFactor replication factor of each topic
 * @param topicConfigs Kafka's topic configuration, which overrides what a load needs (see {@link LoadTopics})
 * @param profile rate of the records
 * @param consumers which consumers read, and when
 * @param client the client that sends instead of Kafka's own; the producer properties are translated into its settings
 * @param refusalsAllowed whether records that find the producer's buffer full are counted instead of treated as
 *     failures
 * @param sharing number of producers among which the records are dealt out in turn, of which only some may be run here;
 *     absent if each producer sends all records, starting at its own position
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
        Optional<ForeignClient> client,
        boolean refusalsAllowed,
        OptionalInt sharing) {
    /** More threads than this would measure the machine's scheduler. */
    private static final int MAX_THREADS = 1_000;

    private static final String DEFAULT_LINGER_MILLIS = String.valueOf(ProducerSettings.KAFKA_DEFAULTS.lingerMillis());

    private static final int MAX_TOPICS = 10_000;

    private static final String RETENTION = "retention.bytes";
    private static final String SEGMENT = "segment.bytes";
    private static final long MAX_LOG_BYTES = 4L << 30;
    private static final long MIN_LOG_BYTES = 64L << 20;
    private static final long MAX_SEGMENT_BYTES = 256L << 20;

    public LoadSettings {
        producerProperties = Collections.unmodifiableMap(new TreeMap<>(producerProperties));
        topicConfigs = Collections.unmodifiableMap(new TreeMap<>(topicConfigs));
        require("producers", producers, MAX_THREADS);
        require("threads per producer", threads, MAX_THREADS);
        require("threads over all producers", (long) producers * threads, MAX_THREADS);
        require("topics", topics, MAX_TOPICS);
        require("partitions", partitions, Integer.MAX_VALUE);
        require("replicas", replicationFactor, Short.MAX_VALUE);
        sharing.ifPresent(all -> require("producers that share the records", all, Integer.MAX_VALUE));
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
                Optional.empty(),
                false,
                OptionalInt.empty());
    }

    /** Returns a copy that is sent by another client; by Kafka's own if {@code other} is empty. */
    public LoadSettings withClient(Optional<ForeignClient> other) {
        return with(draft -> draft.client = other);
    }

    /** Returns a copy that counts records finding the buffer full instead of treating them as failures. */
    public LoadSettings allowingRefusals() {
        return with(draft -> draft.refusalsAllowed = true);
    }

    /** Returns a copy whose producers take the records in turn, as {@code among} producers would that share them. */
    public LoadSettings withSharedRecords(int among) {
        return with(draft -> draft.sharing = OptionalInt.of(among));
    }

    /** Index of the first record that a producer sends, out of {@code records}. */
    long firstRecord(int producer, int records) {
        return sharing.isPresent() ? producer : (long) producer * records / producers;
    }

    /** How many of the records are sent in rotation. */
    int recordsInRotation(int records) {
        return SharedRecords.going(records, recordStep());
    }

    /** Distance from one record of a producer to its next one. */
    int recordStep() {
        return sharing.orElse(1);
    }

    /**
     * Number of records passed over, including those of producers that are not run, while the producers send {@code
     * sent}.
     */
    public double passedThrough(double sent) {
        return sent * recordStep() / (sharing.isPresent() ? producers : 1);
    }

    /** Whether the broker acknowledges nothing, so that the producer does not learn offsets. */
    public boolean unacknowledged() {
        return "0".equals(producerProperties.get("acks"));
    }

    /** {@code linger.ms}, or Kafka's default; 0 if it is not a number, which Kafka's producer then rejects. */
    public int lingerMillis() {
        try {
            return Integer.parseInt(producerProperties.getOrDefault("linger.ms", DEFAULT_LINGER_MILLIS));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    public LoadSettings withProducerProperty(String key, String value) {
        return with(draft -> draft.producerProperties.put(key, value));
    }

    public LoadSettings withTopicConfig(String key, String value) {
        return with(draft -> draft.topicConfigs.put(key, value));
    }

    /**
     * Returns a copy whose topics keep only the latest few GiB, for a long trial whose consumers read at the same time,
     * so that the brokers' disks need not store everything. Nothing changes if nobody reads at the same time, or if the
     * topics' retention or segment size is set explicitly.
     */
    public LoadSettings withBoundedLog() {
        if (consumers.when() != ConsumerSettings.When.CONCURRENT
                || topicConfigs.containsKey(RETENTION)
                || topicConfigs.containsKey(SEGMENT)) {
            return this;
        }
        long ofEach = Math.max(MIN_LOG_BYTES, MAX_LOG_BYTES / ((long) topics * partitions));
        return with(draft -> {
            draft.topicConfigs.put(RETENTION, String.valueOf(ofEach));
            draft.topicConfigs.put(SEGMENT, String.valueOf(Math.min(MAX_SEGMENT_BYTES, ofEach / 4)));
        });
    }

    public LoadSettings withClients(int producerCount, int threadCount) {
        return with(draft -> {
            draft.producers = producerCount;
            draft.threads = threadCount;
        });
    }

    public LoadSettings withTopics(int topicCount, int partitionCount, int replicas) {
        return with(draft -> {
            draft.topics = topicCount;
            draft.partitions = partitionCount;
            draft.replicationFactor = replicas;
        });
    }

    public LoadSettings withProfile(LoadProfile other) {
        return with(draft -> draft.profile = other);
    }

    public LoadSettings withConsumers(ConsumerSettings other) {
        return with(draft -> draft.consumers = other);
    }

    private LoadSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** Mutable copy of the settings, for the {@code with...} methods. */
    private static final class Draft {
        private final Map<String, String> producerProperties;
        private int producers;
        private int threads;
        private int topics;
        private int partitions;
        private int replicationFactor;
        private final Map<String, String> topicConfigs;
        private LoadProfile profile;
        private ConsumerSettings consumers;
        private Optional<ForeignClient> client;
        private boolean refusalsAllowed;
        private OptionalInt sharing;

        Draft(LoadSettings from) {
            producerProperties = new TreeMap<>(from.producerProperties);
            producers = from.producers;
            threads = from.threads;
            topics = from.topics;
            partitions = from.partitions;
            replicationFactor = from.replicationFactor;
            topicConfigs = new TreeMap<>(from.topicConfigs);
            profile = from.profile;
            consumers = from.consumers;
            client = from.client;
            refusalsAllowed = from.refusalsAllowed;
            sharing = from.sharing;
        }

        LoadSettings settings() {
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
                    client,
                    refusalsAllowed,
                    sharing);
        }
    }

    private static void require(String what, long value, long max) {
        if (value < 1 || value > max) {
            throw new UsageException("cannot run with " + value + " " + what + ": give 1 to " + max);
        }
    }
}
