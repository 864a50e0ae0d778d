package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The input of checks of a topic.
 *
 * @param everyTopic names of all visible topics, including Kafka's internal topics
 * @param compressedTopics names of the examined topics that are compressed
 */
record TopicCase(
        TopicExamination topic,
        ClusterExamination cluster,
        Thresholds thresholds,
        Set<String> everyTopic,
        Set<String> compressedTopics) {
    boolean hasEnough(List<BatchFact> batches) {
        return batches.size() >= limit(Threshold.MIN_BATCHES);
    }

    double limit(Threshold threshold) {
        return thresholds.get(threshold);
    }

    /** The command that changes a setting of the topic, split into lines with backslashes. */
    List<String> alter(String setting) {
        return List.of(
                "kafka-configs.sh " + cluster.forKafkaTools() + " \\",
                "    --alter --entity-type topics --entity-name " + topic.name() + " \\",
                "    --add-config " + setting);
    }

    static String say(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String share(double share) {
        if (share > 0 && share < 0.005) {
            return "less than 1 %";
        }
        return say(share >= 0.995 && share < 1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    static String bytes(double bytes) {
        return ByteCount.binary(bytes);
    }
}
