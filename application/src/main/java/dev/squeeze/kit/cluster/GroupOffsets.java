package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Offsets that a group has committed. */
public final class GroupOffsets {
    private static final long PAUSE_MILLIS = 100;

    private GroupOffsets() {}

    /**
     * An offset with the metadata that were committed with it.
     *
     * @param metadata empty where there is none
     */
    public record Stored(long offset, String metadata) {}

    /**
     * Reads what has been committed, whatever transactions are open that would commit more.
     *
     * @param timeout the longest that the cluster may take
     * @return by partition; empty for a group that does not exist
     * @throws ClusterException when the cluster does not answer or refuses
     */
    public static Map<PartitionId, Stored> read(ClusterTarget target, String group, Duration timeout) {
        return asked(target, group, timeout, admin -> offsets(admin, group, false));
    }

    /**
     * Reads those of some partitions, and waits for transactions that are just being ended (KIP-447). Kafka's admin client leaves partitions out
     * whose offsets are not stable ({@code ListConsumerGroupOffsetsHandler}), as if nothing had been committed for them: so
     * long as one is left out that has an offset, it is asked again.
     *
     * @param timeout the longest that all of it may take
     * @param writing has something written behind the offsets of the group, for a coordinator that waits for that to see the end of a
     *     transaction; called where a third of the time did not help
     * @return by partition; empty for a group that does not exist
     * @throws ClusterException when the cluster does not answer or refuses, or a transaction stays open
     */
    public static Map<PartitionId, Stored> readStable(
            ClusterTarget target, String group, Set<PartitionId> partitions, Duration timeout, Runnable writing) {
        long began = System.nanoTime();
        return asked(target, group, timeout, admin -> {
            boolean written = false;
            while (true) {
                Map<PartitionId, Stored> committed = offsets(admin, group, false);
                Map<PartitionId, Stored> stable = offsets(admin, group, true);
                committed.keySet().retainAll(partitions);
                stable.keySet().retainAll(partitions);
                if (stable.keySet().containsAll(committed.keySet())) {
                    return stable;
                }
                long waited = System.nanoTime() - began;
                if (!written && waited > timeout.toNanos() / 3) {
                    written = true;
                    writing.run();
                }
                if (waited > timeout.toNanos()) {
                    throw new ClusterException("a transaction that commits offsets of group " + group
                            + " is still open after " + timeout.toMillis() + " ms: try again when it has ended");
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        });
    }

    private static Map<PartitionId, Stored> offsets(TopicAdmin admin, String group, boolean stable) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.get(admin.kafka()
                .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().requireStable(stable))
                .partitionsToOffsetAndMetadata());
        Map<PartitionId, Stored> stored = new HashMap<>();
        offsets.forEach((partition, offset) -> {
            if (offset != null) {
                stored.put(
                        new PartitionId(partition.topic(), partition.partition()),
                        new Stored(offset.offset(), offset.metadata()));
            }
        });
        return stored;
    }

    @FunctionalInterface
    private interface Question {
        Map<PartitionId, Stored> ask(TopicAdmin admin) throws Exception;
    }

    private static Map<PartitionId, Stored> asked(
            ClusterTarget target, String group, Duration timeout, Question question) {
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            return question.ask(admin);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while the offsets of group " + group + " were asked for", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof GroupIdNotFoundException) {
                // Kafka's brokers answer with no offsets; some of other makers say that there is no such group.
                return Map.of();
            }
            throw new ClusterException(
                    "the offsets of group " + group + " cannot be read: " + FailureWords.of(cause), cause);
        } catch (ClusterException | RawAccessException e) {
            throw e;
        } catch (Exception e) {
            throw new ClusterException("the offsets of group " + group + " cannot be read: " + FailureWords.of(e), e);
        }
    }
}
