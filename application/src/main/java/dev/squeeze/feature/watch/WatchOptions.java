package dev.squeeze.feature.watch;

import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is watched, and how.
 *
 * @param internal Kafka's own topics too
 * @param maxRate of what is read from the cluster
 * @param times of readings
 * @param history folder that is written to
 * @param retention of it
 * @param jmx addresses of brokers; none without
 * @param plan whose promises the metrics show
 */
record WatchOptions(
        RemoteCluster cluster,
        TopicFilter topics,
        boolean internal,
        ByteRate maxRate,
        Times times,
        Path history,
        Duration retention,
        List<String> jmx,
        Optional<PlanResult> plan) {
    private static final Duration MIN_RETENTION = Duration.ofDays(1);
    private static final Duration MAX_RETENTION = Duration.ofDays(3_650);

    WatchOptions {
        jmx = List.copyOf(jmx);
        Range.requireBetween("--retention", retention, MIN_RETENTION, MAX_RETENTION);
    }

    /**
     * When is read and written.
     *
     * @param interval between two readings
     * @param slot that a row of the history stands for
     * @param most after which the watch ends by itself; absent: never
     */
    record Times(Duration interval, Duration slot, Optional<Duration> most) {
        private static final Duration MIN_INTERVAL = Duration.ofMillis(200);
        private static final Duration MAX_SLOT = Duration.ofHours(1);

        Times {
            Range.requireBetween("--interval", interval, MIN_INTERVAL, MAX_SLOT);
            if (slot.compareTo(interval) < 0) {
                throw new UsageException("--slot (" + DurationText.format(slot)
                        + ") must not be shorter than --interval (" + DurationText.format(interval) + ")");
            }
            Range.requireBetween("--slot", slot, MIN_INTERVAL, MAX_SLOT);
        }
    }
}
