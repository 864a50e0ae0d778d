package dev.squeeze.feature.survey;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A topic to appraise, with what the cluster reports about it.
 *
 * @param storedBytes of one replica of each partition; absent where the cluster does not report it
 * @param settings by key, as they hold; absent where the cluster does not report it
 */
public record SurveyTopic(
        String name,
        int partitions,
        int replicationFactor,
        OptionalLong storedBytes,
        Optional<Map<String, String>> settings) {
    /** Kafka's own default of retention.ms. */
    static final Duration DEFAULT_RETENTION = Duration.ofDays(7);

    public SurveyTopic {
        settings = settings.map(TreeMap::new);
    }

    /**
     * How long records are kept. Where time does not bound it (compaction, no limit, or one by bytes that may come first),
     * it is the log's own age: what is retained now is what will be.
     *
     * @param age from the oldest record until now
     */
    Duration retention(Duration age) {
        if (settings.isEmpty()) {
            return DEFAULT_RETENTION;
        }
        Map<String, String> all = settings.get();
        boolean deletes = all.getOrDefault("cleanup.policy", "delete").contains("delete");
        long millis = number("retention.ms").orElse(DEFAULT_RETENTION.toMillis());
        if (!deletes || millis < 0) {
            return age;
        }
        Duration byTime = Duration.ofMillis(millis);
        boolean bytesBound = number("retention.bytes").orElse(-1) > 0;
        return bytesBound && age.compareTo(byTime) < 0 ? age : byTime;
    }

    /** How long brokers keep records that an object store has too; absent where the topic has no tiered storage. */
    Optional<Duration> localRetention(Duration retention) {
        boolean tiered = settings.map(all -> Boolean.parseBoolean(all.get("remote.storage.enable")))
                .orElse(false);
        return tiered
                ? Optional.of(number("local.retention.ms").stream()
                        .filter(millis -> millis >= 0)
                        .mapToObj(Duration::ofMillis)
                        .findFirst()
                        .orElse(retention))
                : Optional.empty();
    }

    private OptionalLong number(String key) {
        String value = settings.map(all -> all.getOrDefault(key, "")).orElse("");
        // -2 stands for "as without remote storage".
        return value.matches("-?\\d{1,18}") && !value.equals("-2")
                ? OptionalLong.of(Long.parseLong(value))
                : OptionalLong.empty();
    }

    /** The topic's compression.type where it makes brokers compress what producers sent. */
    Optional<String> brokerCodec() {
        return settings.map(all -> all.getOrDefault("compression.type", "producer"))
                .filter(type -> !type.equals("producer") && !type.isEmpty());
    }
}
