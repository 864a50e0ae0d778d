package dev.squeeze.engine.workload;

import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The limits on what a topic keeps in its steady state.
 *
 * @param time absent if neither time nor bytes limit it: then it keeps its present contents, and the age of the log is
 *     used
 * @param bytesPerPartition of one replica
 * @param local limits on what brokers keep of data that is also in an object store; absent without tiered storage
 */
record RetentionRule(
        Optional<Duration> time, OptionalLong bytesPerPartition, Optional<Local> local, PartOrigin origin) {
    private static final String POLICY = "cleanup.policy";
    private static final String MILLIS = "retention.ms";
    private static final String BYTES = "retention.bytes";
    private static final String TIERED = "remote.storage.enable";
    private static final String LOCAL_MILLIS = "local.retention.ms";
    private static final String LOCAL_BYTES = "local.retention.bytes";

    /** All topic settings that a rule is derived from. */
    static final Set<String> SETTINGS = Set.of(POLICY, MILLIS, BYTES, TIERED, LOCAL_MILLIS, LOCAL_BYTES);

    /** Kafka's own default of retention.ms. */
    static final Duration DEFAULT = Duration.ofDays(7);

    /** No log reaches its steady state in this time. Used as the time limit if only bytes are limited. */
    private static final Duration UNLIMITED = Duration.ofDays(3_650);

    /** More than any partition keeps, so equivalent to no limit. */
    private static final long UNLIMITED_BYTES = 1L << 60;

    private RetentionRule(Optional<Duration> time, OptionalLong bytesPerPartition, PartOrigin origin) {
        this(time, bytesPerPartition, Optional.empty(), origin);
    }

    /**
     * What brokers keep with tiered storage (KIP-405).
     *
     * @param time absent if it is the overall limit (local.retention.ms=-2)
     * @param bytesPerPartition of one replica; absent if it is the overall limit (local.retention.bytes=-2)
     */
    record Local(Optional<Duration> time, OptionalLong bytesPerPartition) {
        static Local of(Duration time) {
            return new Local(Optional.of(time), OptionalLong.empty());
        }
    }

    /** The same with the limits for brokers; empty without tiered storage. */
    RetentionRule withLocal(Optional<Local> onBrokers) {
        return new RetentionRule(time, bytesPerPartition, onBrokers, origin);
    }

    /** For a topic that is not on a cluster, or whose cluster does not report its settings. */
    static RetentionRule assumed(String why) {
        return byTime(DEFAULT, Origin.ASSUMED, why);
    }

    static RetentionRule given(Duration time) {
        return byTime(time, Origin.GIVEN, "");
    }

    private static RetentionRule byTime(Duration time, Origin origin, String why) {
        return new RetentionRule(
                Optional.of(time), OptionalLong.empty(), PartOrigin.of(WorkloadPart.RETENTION, origin, why));
    }

    static RetentionRule of(TopicOnCluster topic) {
        return topic.settings()
                .value()
                .map(RetentionRule::of)
                .orElseGet(() -> assumed(topic.settings()
                        .refusal()
                        .map(why -> why.replace("on topic " + topic.name(), "on the topic"))
                        .orElse("")));
    }

    static RetentionRule of(Map<String, String> settings) {
        return whole(settings).withLocal(local(settings));
    }

    private static Optional<Local> local(Map<String, String> settings) {
        if (!Boolean.parseBoolean(settings.get(TIERED))) {
            return Optional.empty();
        }
        OptionalLong millis = number(settings, LOCAL_MILLIS);
        return Optional.of(new Local(
                millis.isPresent() && millis.getAsLong() >= 0
                        ? Optional.of(Duration.ofMillis(millis.getAsLong()))
                        : Optional.empty(),
                bytes(settings, LOCAL_BYTES)));
    }

    /** The overall limits, including data in an object store. */
    private static RetentionRule whole(Map<String, String> settings) {
        if (!settings.getOrDefault(POLICY, "delete").contains("delete")) {
            return asOldAsTheLog("compacted, so disk usage stays as it is now");
        }
        long millis = number(settings, MILLIS).orElse(DEFAULT.toMillis());
        boolean limited = millis >= 0 && millis < UNLIMITED.toMillis();
        OptionalLong bytes = bytes(settings, BYTES);
        if (bytes.isEmpty()) {
            return limited
                    ? byTime(Duration.ofMillis(millis), Origin.CLUSTER, "")
                    : asOldAsTheLog(
                            millis < 0
                                    ? "kept forever, so disk usage stays as it is now"
                                    : "kept for 10 years or longer, so disk usage stays as it is now");
        }
        return new RetentionRule(
                Optional.of(limited ? Duration.ofMillis(millis) : UNLIMITED),
                bytes,
                PartOrigin.of(
                        WorkloadPart.RETENTION,
                        Origin.CLUSTER,
                        "at most " + ByteCount.binary(bytes.getAsLong()) + " per partition by retention.bytes"));
    }

    private static RetentionRule asOldAsTheLog(String why) {
        return new RetentionRule(
                Optional.empty(), OptionalLong.empty(), PartOrigin.of(WorkloadPart.RETENTION, Origin.LOG, why));
    }

    private static OptionalLong bytes(Map<String, String> settings, String key) {
        OptionalLong bytes = number(settings, key);
        return bytes.isPresent() && bytes.getAsLong() >= 0 && bytes.getAsLong() < UNLIMITED_BYTES
                ? bytes
                : OptionalLong.empty();
    }

    /** -2 means the same limit as without remote storage. */
    private static OptionalLong number(Map<String, String> settings, String key) {
        String value = settings.getOrDefault(key, "");
        try {
            return value.isEmpty() || value.equals("-2")
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(value));
        } catch (NumberFormatException e) {
            // A cluster reports valid values; treat anything else as not reported.
            return OptionalLong.empty();
        }
    }
}
