package dev.squeeze.feature.copy;

import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What to copy, and how.
 *
 * @param topic the source topic
 * @param targets one for each copy, each with a topic of its own
 * @param joinUpToBytes uncompressed bytes up to which adjacent batches are joined; 0 to keep batches as they are
 * @param from where to start, unless an earlier run has already started the copy
 * @param follow whether to keep copying new records, instead of stopping at the end that the source has at the start
 * @param duration after which to stop
 * @param rate maximum average rate, in records or in bytes as the source stores them
 * @param replicationFactor of created topics; absent to use the source's
 * @param topicConfigs settings of created topics, which override those of {@link CopyTopics}
 * @param workers threads that decompress and compress
 * @param timeLimit how long to wait for a broker's response
 * @param retryTimeout how long to retry, from the first failure of a series
 * @param layoutInterval how often to check whether the source has more partitions, while following
 */
public record CopyPlan(
        String topic,
        List<CopyTarget> targets,
        int joinUpToBytes,
        CopyStart from,
        boolean follow,
        Optional<Duration> duration,
        Optional<ArrivalRate> rate,
        OptionalInt replicationFactor,
        Map<String, String> topicConfigs,
        int workers,
        Duration timeLimit,
        Duration retryTimeout,
        Duration layoutInterval) {
    public CopyPlan {
        targets = List.copyOf(targets);
        topicConfigs = Map.copyOf(new TreeMap<>(topicConfigs));
        if (targets.isEmpty()) {
            throw new UsageException("nothing to copy to: give at least one codec, or keep");
        }
        if (targets.stream().map(CopyTarget::topic).distinct().count() < targets.size()) {
            throw new UsageException("two copies cannot have the same topic: write {codec} in --to-topic");
        }
        if (joinUpToBytes < 0 || workers < 1) {
            throw new UsageException("not a plan: bytes to join must not be negative, and there must be a thread");
        }
    }

    /** The same plan with the given fraction of the rate, for a share of the source's partitions. */
    CopyPlan atRateOf(double share) {
        return new CopyPlan(
                topic,
                targets,
                joinUpToBytes,
                from,
                follow,
                duration,
                rate.map(whole -> whole.times(share)),
                replicationFactor,
                topicConfigs,
                workers,
                timeLimit,
                retryTimeout,
                layoutInterval);
    }

    /** Whether some copy needs the decompressed records. */
    boolean unpacks() {
        return joinUpToBytes > 0
                || targets.stream().anyMatch(target -> target.codec().isPresent());
    }
}
