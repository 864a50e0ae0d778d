package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.TopicCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The producer settings that are chosen together.
 *
 * @param codec {@code compression.type} and its level
 * @param batchSizeBytes {@code batch.size}; Java's producer applies it to the ESTIMATED COMPRESSED size of a batch
 * @param lingerMillis {@code linger.ms}
 * @param topicCodec the topic's {@code compression.type} and level, if it differs from the producers' codec, so that
 *     brokers recompress; absent if brokers keep what producers send
 */
public record ProducerSettings(Codec codec, int batchSizeBytes, int lingerMillis, Optional<Codec> topicCodec) {
    /** The defaults of a Kafka 4 producer. */
    public static final ProducerSettings KAFKA_DEFAULTS = new ProducerSettings(Codec.NONE, 16_384, 5);

    public ProducerSettings {
        if (batchSizeBytes < 0 || lingerMillis < 0) {
            throw new IllegalArgumentException("batch.size and linger.ms cannot be negative");
        }
    }

    /** For batches that are stored as sent. */
    public ProducerSettings(Codec codec, int batchSizeBytes, int lingerMillis) {
        this(codec, batchSizeBytes, lingerMillis, Optional.empty());
    }

    /** The codec of the batches in the log. */
    public Codec storedCodec() {
        return topicCodec.orElse(codec);
    }

    /** All codecs that a batch is compressed with on its way. */
    public Set<Codec> codecs() {
        return new TreeSet<>(List.of(codec, storedCodec()));
    }

    /** The same producer settings, with brokers that recompress. */
    public ProducerSettings recompressedTo(Codec topic) {
        return new ProducerSettings(codec, batchSizeBytes, lingerMillis, Optional.of(topic));
    }

    /**
     * The same producer settings, on a topic whose brokers store according to its {@code compression.type}, at that
     * codec's default level.
     */
    public ProducerSettings on(TopicCompression topic) {
        return topic.codec()
                .filter(stored -> stored != codec.type())
                .map(stored -> recompressedTo(Codec.ofDefaultLevel(stored)))
                .orElse(this);
    }

    /** The same producer settings, with brokers that keep what is sent. */
    public ProducerSettings asSent() {
        return new ProducerSettings(codec, batchSizeBytes, lingerMillis);
    }

    /**
     * The settings in a producer's properties, with Kafka's defaults for missing ones; other properties are ignored.
     *
     * @throws IllegalArgumentException if a value is not a valid codec, level or number
     */
    public static ProducerSettings ofProperties(Map<String, String> properties) {
        String type = properties.getOrDefault(
                "compression.type", KAFKA_DEFAULTS.codec().toString());
        String level = properties.get("compression." + type + ".level");
        return new ProducerSettings(
                Codec.parse(level == null ? type : type + ":" + level),
                number(properties, "batch.size", KAFKA_DEFAULTS.batchSizeBytes()),
                number(properties, "linger.ms", KAFKA_DEFAULTS.lingerMillis()));
    }

    private static int number(Map<String, String> properties, String name, int other) {
        String value = properties.get(name);
        try {
            return value == null ? other : Integer.parseInt(value.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, got '" + value + "'", e);
        }
    }

    /** The same with the default level of the codec of the stored batches. */
    public ProducerSettings withDefaultLevel() {
        if (topicCodec.isPresent()) {
            return recompressedTo(Codec.ofDefaultLevel(topicCodec.get().type()));
        }
        return new ProducerSettings(Codec.ofDefaultLevel(codec.type()), batchSizeBytes, lingerMillis);
    }

    /** Lines for a producer's configuration. */
    public List<String> configLines() {
        List<String> lines = new ArrayList<>(codec.configLines());
        lines.add("batch.size=" + batchSizeBytes);
        lines.add("linger.ms=" + lingerMillis);
        return List.copyOf(lines);
    }

    /** A producer's properties, as parsed by {@link #ofProperties}. */
    public Map<String, String> toProperties() {
        Map<String, String> properties = new TreeMap<>();
        for (String line : configLines()) {
            int equals = line.indexOf('=');
            properties.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return properties;
    }

    /** For example {@code zstd:3, batch.size=65536, linger.ms=20}. */
    @Override
    public String toString() {
        return topicCodec.map(topic -> topic + " on the topic, producers ").orElse("") + codec + ", batch.size="
                + batchSizeBytes + ", linger.ms=" + lingerMillis;
    }
}
