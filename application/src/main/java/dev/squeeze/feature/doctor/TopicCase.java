package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A topic before the checks, with all that they may look at.
 *
 * @param everyTopic names of all topics that can be seen, Kafka's own among them
 * @param compressedTopics those of the examined topics that are compressed
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

    /** The codec to propose; some services take gzip only. */
    String codec() {
        return cluster.takesGzipAlone() ? "gzip" : "zstd";
    }

    /** The command that sets something on the topic. */
    String alter(String setting) {
        return "kafka-configs.sh --bootstrap-server " + cluster.bootstrap()
                + " --alter --entity-type topics --entity-name " + topic.name() + " --add-config " + setting;
    }

    /** The command that finds level, batch.size and linger.ms. */
    String advise() {
        return "squeeze advise topic:" + topic.name() + " --bootstrap-server " + cluster.bootstrap();
    }

    static String say(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String share(double share) {
        return say(share >= 0.995 && share < 1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    static String bytes(double bytes) {
        return ByteCount.binary(bytes);
    }
}
