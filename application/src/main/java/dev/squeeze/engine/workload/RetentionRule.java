package dev.squeeze.engine.workload;

import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What bounds the bytes that a topic keeps, once it is in its steady state.
 *
 * @param time absent where neither time nor bytes bound it: then it keeps what it holds, as long as the log is old
 * @param bytesPerPartition of one replica
 * @param local how long brokers keep what an object store has too; absent without tiered storage
 */
record RetentionRule(
        Optional<Duration> time, OptionalLong bytesPerPartition, Optional<Duration> local, PartOrigin origin) {
    /** Kafka's own default of retention.ms. */
    static final Duration DEFAULT = Duration.ofDays(7);

    /** Stands for no limit in time where bytes are the limit. */
    private static final Duration UNLIMITED = Duration.ofDays(3_650);

    private RetentionRule(Optional<Duration> time, OptionalLong bytesPerPartition, PartOrigin origin) {
        this(time, bytesPerPartition, Optional.empty(), origin);
    }

    /** The same with tiered storage. */
    RetentionRule withLocal(Duration onBrokers) {
        return new RetentionRule(time, bytesPerPartition, Optional.of(onBrokers), origin);
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
        RetentionRule whole = whole(settings);
        boolean tiered = Boolean.parseBoolean(settings.get("remote.storage.enable"));
        return tiered && whole.time.isPresent()
                ? whole.withLocal(number(settings, "local.retention.ms").stream()
                        .filter(millis -> millis >= 0)
                        .mapToObj(Duration::ofMillis)
                        .findFirst()
                        .orElse(whole.time.get()))
                : whole;
    }

    /** With what an object store has. */
    private static RetentionRule whole(Map<String, String> settings) {
        if (!settings.getOrDefault("cleanup.policy", "delete").contains("delete")) {
            return asOldAsTheLog("compacted, so disks keep what is stored now");
        }
        long millis = number(settings, "retention.ms").orElse(DEFAULT.toMillis());
        OptionalLong bytes = number(settings, "retention.bytes");
        boolean bounded = bytes.isPresent() && bytes.getAsLong() >= 0;
        if (!bounded) {
            return millis < 0
                    ? asOldAsTheLog("kept for ever, so disks are as of now")
                    : byTime(Duration.ofMillis(millis), Origin.CLUSTER, "");
        }
        return new RetentionRule(
                Optional.of(millis < 0 ? UNLIMITED : Duration.ofMillis(Math.min(millis, UNLIMITED.toMillis()))),
                bytes,
                PartOrigin.of(
                        WorkloadPart.RETENTION,
                        Origin.CLUSTER,
                        "at most " + ByteCount.binary(bytes.getAsLong()) + " per partition by retention.bytes"));
    }

    private static RetentionRule asOldAsTheLog(String why) {
        return new RetentionRule(
                Optional.empty(), OptionalLong.empty(), PartOrigin.of(WorkloadPart.RETENTION, Origin.CLUSTER, why));
    }

    /** -2 stands for "as without remote storage". */
    private static OptionalLong number(Map<String, String> settings, String key) {
        String value = settings.getOrDefault(key, "");
        return value.matches("-?\\d{1,18}") && !value.equals("-2")
                ? OptionalLong.of(Long.parseLong(value))
                : OptionalLong.empty();
    }
}
