package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What both sides have in common.
 *
 * @param ramp sending before the measuring begins
 * @param window measured sending
 */
record ClientSetup(Codec codec, int batchBytes, int lingerMillis, int partitions, Duration ramp, Duration window) {
    /** Longest wait for any one step of a run. */
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** What ConsumerPerformance sets by itself and offers no other way of; ours gets the same. */
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

    /** The producer's settings of a codec: its type and, where it has levels, its level. */
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
