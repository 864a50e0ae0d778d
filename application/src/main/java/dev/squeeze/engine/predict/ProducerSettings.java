package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The four settings that are chosen together.
 *
 * @param codec {@code compression.type} and its level
 * @param batchSizeBytes {@code batch.size}; to Java's producer a bound on the ESTIMATED COMPRESSED batch
 * @param lingerMillis {@code linger.ms}
 */
public record ProducerSettings(Codec codec, int batchSizeBytes, int lingerMillis) {
    /** What a Kafka 4 producer does when nothing is configured. */
    public static final ProducerSettings KAFKA_DEFAULTS = new ProducerSettings(Codec.NONE, 16_384, 5);

    public ProducerSettings {
        if (batchSizeBytes < 0 || lingerMillis < 0) {
            throw new IllegalArgumentException("batch.size and linger.ms cannot be negative");
        }
    }

    /** Lines for a producer's configuration. */
    public List<String> configLines() {
        List<String> lines = new ArrayList<>(codec.configLines());
        lines.add("batch.size=" + batchSizeBytes);
        lines.add("linger.ms=" + lingerMillis);
        return List.copyOf(lines);
    }

    /** The same by Kafka's names. */
    public Map<String, String> properties() {
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
        return codec + ", batch.size=" + batchSizeBytes + ", linger.ms=" + lingerMillis;
    }
}
