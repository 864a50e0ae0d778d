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
 * What brokers delete of a topic.
 *
 * @param policy {@code cleanup.policy}
 * @param millis {@code retention.ms}; absent where time deletes nothing
 * @param bytes {@code retention.bytes} of a partition; absent where size deletes nothing
 */
record TopicRetention(String policy, OptionalLong millis, OptionalLong bytes) {
    private static final String POLICY = "cleanup.policy";
    private static final String TIME = "retention.ms";
    private static final String SIZE = "retention.bytes";
    /** No longer a time that says more in days. */
    private static final long MAX_READABLE_MILLIS = Duration.ofDays(36_500).toMillis();

    /** As the cluster reports it; empty without the permission to read it. */
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

    /** Of all settings of a topic, defaults too; empty where the cluster does not report these. */
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

    /** Whether records are deleted by their age, or by the size of what follows them. */
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

    /** With which settings brokers delete records of this topic that they keep in a source; none where they do not. */
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

    /** The settings, as {@code kafka-configs.sh} takes them, with which this topic keeps what a source keeps. */
    String settingsToKeepAll(TopicRetention source) {
        List<String> settings = new ArrayList<>();
        boolean compacts = compactsMoreThan(source);
        if (compacts) {
            settings.add(POLICY + "=delete");
        }
        // Without compaction, limits hold that had no effect before.
        if (compacts || isShorter(millis, source.millis)) {
            settings.add(TIME + "=" + source.millis.orElse(-1));
        }
        if (compacts || isShorter(bytes, source.bytes)) {
            settings.add(SIZE + "=" + source.bytes.orElse(-1));
        }
        return String.join(",", settings);
    }
}
