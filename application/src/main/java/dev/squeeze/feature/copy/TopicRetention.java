package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Which records brokers delete from a topic.
 *
 * @param policy {@code cleanup.policy}
 * @param millis {@code retention.ms}; absent if records are not deleted by age
 * @param bytes {@code retention.bytes} of a partition; absent if records are not deleted by size
 */
record TopicRetention(String policy, OptionalLong millis, OptionalLong bytes) {
    private static final String POLICY = "cleanup.policy";
    private static final String TIME = "retention.ms";
    private static final String SIZE = "retention.bytes";
    /** Longer times are no easier to read in days. */
    private static final long MAX_READABLE_MILLIS = Duration.ofDays(36_500).toMillis();

    /** As reported by the cluster; empty without permission to read it. */
    static Optional<TopicRetention> of(ClusterFacts facts, String topic) {
        Answer<Map<String, ClusterFacts.Setting>> answer =
                facts.topicSettings(List.of(topic)).get(topic);
        return answer == null ? Optional.empty() : answer.value().flatMap(TopicRetention::ofSettings);
    }

    static Optional<TopicRetention> ofSettings(Map<String, ClusterFacts.Setting> settings) {
        Map<String, String> values = new TreeMap<>();
        settings.forEach((key, setting) -> values.put(key, setting.value()));
        return of(values);
    }

    /** From all settings of a topic, including defaults; empty if the cluster does not report these. */
    static Optional<TopicRetention> of(Map<String, String> settings) {
        String policy = settings.get(POLICY);
        if (policy == null || !settings.containsKey(TIME) || !settings.containsKey(SIZE)) {
            return Optional.empty();
        }
        boolean deletes = policy.contains("delete");
        return Optional.of(new TopicRetention(policy, limit(settings, TIME, deletes), limit(settings, SIZE, deletes)));
    }

    private static OptionalLong limit(Map<String, String> settings, String key, boolean deletes) {
        try {
            long limit = Long.parseLong(settings.getOrDefault(key, ""));
            return deletes && limit >= 0 ? OptionalLong.of(limit) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether records are deleted by age or by the size of the log. */
    boolean deletes() {
        return millis.isPresent() || bytes.isPresent();
    }

    private boolean compacts() {
        return policy.contains("compact");
    }

    private boolean compactsMoreThan(TopicRetention other) {
        return compacts() && !other.compacts();
    }

    private static boolean isShorter(OptionalLong limit, OptionalLong other) {
        return limit.isPresent() && limit.getAsLong() < other.orElse(Long.MAX_VALUE);
    }

    /**
     * The settings because of which brokers delete records from this topic that they keep in the source; empty if they
     * keep as much.
     */
    List<String> differences(TopicRetention source) {
        List<String> differences = new ArrayList<>();
        if (compactsMoreThan(source)) {
            differences.add(
                    POLICY + "=" + policy + ", the source " + (source.policy.isEmpty() ? "none" : source.policy));
        }
        if (isShorter(millis, source.millis)) {
            differences.add(difference(TIME, millis, source.millis, TopicRetention::time));
        }
        if (isShorter(bytes, source.bytes)) {
            differences.add(difference(SIZE, bytes, source.bytes, TopicRetention::size));
        }
        return differences;
    }

    private static String difference(
            String key, OptionalLong limit, OptionalLong source, LongFunction<String> readable) {
        return key + "=" + readable.apply(limit.orElse(-1)) + ", the source "
                + (source.isPresent() ? readable.apply(source.getAsLong()) : "no limit");
    }

    private static String time(long millis) {
        return millis
                + (millis > MAX_READABLE_MILLIS ? "" : " (" + DurationText.format(Duration.ofMillis(millis)) + ")");
    }

    private static String size(long bytes) {
        return bytes + " (" + new ByteCount(bytes) + ")";
    }

    /**
     * The settings, in the syntax of {@code kafka-configs.sh}, with which this topic keeps everything that the source
     * keeps.
     */
    String settingsToKeepAll(TopicRetention source) {
        List<String> settings = new ArrayList<>();
        boolean compacts = compactsMoreThan(source);
        if (compacts) {
            settings.add(POLICY + "=delete");
        }
        // Without compaction, limits take effect that had none before.
        if (compacts || isShorter(millis, source.millis)) {
            settings.add(TIME + "=" + source.millis.orElse(-1));
        }
        if (compacts || isShorter(bytes, source.bytes)) {
            settings.add(SIZE + "=" + source.bytes.orElse(-1));
        }
        return String.join(",", settings);
    }
}
