package dev.squeeze.engine.workload;

import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What bounds the bytes that a topic keeps, once it is in its steady state.
 *
 * @param time absent where neither time nor bytes bound it: then it keeps what it holds, as long as the log is old
 * @param bytesPerPartition of one replica
 * @param local what brokers keep of what an object store has too; absent without tiered storage
 */
record RetentionRule(
        Optional<Duration> time, OptionalLong bytesPerPartition, Optional<Local> local, PartOrigin origin) {
    private static final String POLICY = "cleanup.policy";
    private static final String MILLIS = "retention.ms";
    private static final String BYTES = "retention.bytes";
    private static final String TIERED = "remote.storage.enable";
    private static final String LOCAL_MILLIS = "local.retention.ms";
    private static final String LOCAL_BYTES = "local.retention.bytes";

    /** All that a rule is made of. */
    static final Set<String> SETTINGS = Set.of(POLICY, MILLIS, BYTES, TIERED, LOCAL_MILLIS, LOCAL_BYTES);

    /** Kafka's own default of retention.ms. */
    static final Duration DEFAULT = Duration.ofDays(7);

    /** No log is in its steady state after so long. Stands for no limit in time where bytes are the limit. */
    private static final Duration UNLIMITED = Duration.ofDays(3_650);

    /** More than any partition keeps: no limit. */
    private static final long UNLIMITED_BYTES = 1L << 60;

    private RetentionRule(Optional<Duration> time, OptionalLong bytesPerPartition, PartOrigin origin) {
        this(time, bytesPerPartition, Optional.empty(), origin);
    }

    /**
     * What brokers keep with tiered storage (KIP-405).
     *
     * @param time absent where it is that of all (local.retention.ms=-2)
     * @param bytesPerPartition of one replica; absent where it is that of all (local.retention.bytes=-2)
     */
    record Local(Optional<Duration> time, OptionalLong bytesPerPartition) {
        static Local of(Duration time) {
            return new Local(Optional.of(time), OptionalLong.empty());
        }
    }

    /** The same with that part on brokers; empty without tiered storage. */
    RetentionRule withLocal(Optional<Local> onBrokers) {
        return new RetentionRule(time, bytesPerPartition, onBrokers, origin);
    }

    /** Of a topic that is on no cluster, or of one that does not report its settings. */
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

    /** With what an object store has. */
    private static RetentionRule whole(Map<String, String> settings) {
        if (!settings.getOrDefault(POLICY, "delete").contains("delete")) {
            return asOldAsTheLog("compacted, so disks keep what is stored now");
        }
        long millis = number(settings, MILLIS).orElse(DEFAULT.toMillis());
        boolean limited = millis >= 0 && millis < UNLIMITED.toMillis();
        OptionalLong bytes = bytes(settings, BYTES);
        if (bytes.isEmpty()) {
            return limited
                    ? byTime(Duration.ofMillis(millis), Origin.CLUSTER, "")
                    : asOldAsTheLog(
                            millis < 0
                                    ? "kept for ever, so disks are as of now"
                                    : "kept for 10 years or longer, so disks are as of now");
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

    /** -2 stands for "as without remote storage". */
    private static OptionalLong number(Map<String, String> settings, String key) {
        String value = settings.getOrDefault(key, "");
        try {
            return value.isEmpty() || value.equals("-2")
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(value));
        } catch (NumberFormatException e) {
            // A cluster reports what its parser took; anything else is as if it reported nothing.
            return OptionalLong.empty();
        }
    }
}
