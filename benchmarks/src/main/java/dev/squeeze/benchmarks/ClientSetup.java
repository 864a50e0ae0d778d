package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings that both sides share.
 *
 * @param ramp time of sending before measuring begins
 * @param window time of measured sending
 */
record ClientSetup(Codec codec, int batchBytes, int lingerMillis, int partitions, Duration ramp, Duration window) {
    /** Longest wait for any one step of a run. */
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /**
     * Settings that ConsumerPerformance always uses and that cannot be changed there; our consumer gets the same ones.
     */
    private static final Map<String, String> CONSUMER = Map.of(
            "check.crcs", "false",
            "receive.buffer.bytes", String.valueOf(2 << 20),
            "max.partition.fetch.bytes", String.valueOf(1 << 20));

    Map<String, String> producerProperties() {
        Map<String, String> properties = properties(codec);
        properties.put("batch.size", String.valueOf(batchBytes));
        properties.put("linger.ms", String.valueOf(lingerMillis));
        properties.put("acks", "all");
        return properties;
    }

    /** The producer properties of a codec: its type and, if it has levels, its level. */
    static Map<String, String> properties(Codec codec) {
        Map<String, String> properties = new TreeMap<>();
        for (String line : codec.configLines()) {
            int equals = line.indexOf('=');
            properties.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return properties;
    }

    LoadSettings load() {
        return new LoadSettings(
                producerProperties(),
                1,
                1,
                1,
                partitions,
                1,
                Map.of(),
                new LoadProfile.ClosedLoop(),
                new ConsumerSettings(ConsumerSettings.When.AFTER, 1, 1, CONSUMER));
    }
}
