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
 * Options of a watch.
 *
 * @param internal whether Kafka's internal topics are included
 * @param maxRate limit for reading from the cluster
 * @param times when to read and to write
 * @param history folder that the history is written to
 * @param retention of the history
 * @param jmx JMX addresses of brokers; may be empty
 * @param plan whose predictions are compared with what is measured
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
     * When to read and to write.
     *
     * @param interval between two readings
     * @param slot time covered by a row of the history
     * @param most duration after which the watch ends; absent for no limit
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
