package dev.squeeze.engine.workload;

import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.ObservedRate;
import dev.squeeze.kit.source.StoredBatches;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Hand-made topics, as clusters and logs show them. */
public final class WorkloadFixtures {
    static final Instant NOW = Instant.parse("2026-01-08T00:00:00Z");

    private WorkloadFixtures() {}

    /**
     * Six partitions, two replicas, on four brokers in two racks; a retention of two days, and five consumer groups.
     */
    static TopicOnCluster onCluster(Map<String, String> settings) {
        return new TopicOnCluster(
                "orders",
                6,
                2,
                4,
                OptionalInt.of(2),
                new Answer.Given<>(settings),
                settings.keySet(),
                new Answer.Given<>(5));
    }

    /** A topic on a cluster without racks, which reports nothing but partitions. */
    static TopicOnCluster silentCluster() {
        return new TopicOnCluster(
                "orders",
                6,
                2,
                4,
                OptionalInt.empty(),
                new Answer.Refused<>("it needs DESCRIBE_CONFIGS on topic orders"),
                Set.of(),
                new Answer.Refused<>("the cluster shows no group with offsets on the topic"));
    }

    /** 400 records per second of 250 bytes in a log. */
    static LogTraffic written(double seconds, Instant newest) {
        return written(seconds, newest, OptionalDouble.empty());
    }

    /** @param compactedShare share of the records that compaction has removed */
    static LogTraffic written(double seconds, Instant newest, OptionalDouble compactedShare) {
        StoredBatches stored = new StoredBatches(
                true,
                CodecType.NONE,
                1,
                1_000,
                20,
                5_000,
                1,
                OptionalDouble.of(4),
                OptionalDouble.of(400),
                OptionalDouble.of(seconds),
                6,
                OptionalLong.empty(),
                Optional.of(newest),
                compactedShare,
                OptionalDouble.empty(),
                Optional.empty());
        return new LogTraffic(250, 240, true, Optional.of(new ObservedRate(400, seconds)), Optional.of(stored));
    }

    /** A topic that was written to for six of the last eight days, is compacted, and limited by time and bytes. */
    public static TopicWorkload learned() {
        return TopicWorkload.of(
                written(6 * 86_400, NOW.minusSeconds(2 * 86_400), OptionalDouble.of(0.75)),
                TopicHosting.of(
                        onCluster(Map.of(
                                "cleanup.policy",
                                "compact,delete",
                                "retention.ms",
                                "172800000",
                                "retention.bytes",
                                "10737418240",
                                "max.message.bytes",
                                "1048588")),
                        GivenWorkload.NOTHING),
                GivenWorkload.NOTHING,
                NOW);
    }
}
