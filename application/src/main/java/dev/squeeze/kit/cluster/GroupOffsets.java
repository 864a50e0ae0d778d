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

/** Reads the committed offsets of a group. */
public final class GroupOffsets {
    private static final long PAUSE_MILLIS = 100;

    private GroupOffsets() {}

    /**
     * An offset with the metadata that was committed with it.
     *
     * @param metadata empty if there is none
     */
    public record Stored(long offset, String metadata) {}

    /**
     * Reads the committed offsets, ignoring those of open transactions.
     *
     * @param timeout how long to wait for the cluster
     * @return by partition; empty for a group that does not exist
     * @throws ClusterException if the cluster does not respond or refuses the request
     */
    public static Map<PartitionId, Stored> read(ClusterTarget target, String group, Duration timeout) {
        return asked(target, group, timeout, admin -> offsets(admin, group, false));
    }

    /**
     * Reads the offsets of some partitions, and waits for transactions that are completing (KIP-447). Kafka's admin client leaves
     * out partitions whose offsets are not stable ({@code ListConsumerGroupOffsetsHandler}), as if they had no committed offset, so
     * the request is repeated while a partition with a committed offset is missing.
     *
     * @param timeout maximum total time
     * @param writing makes something be written after the offsets of the group, for a coordinator that needs this to notice the end
     *     of a transaction; called after a third of the timeout
     * @return by partition; empty for a group that does not exist
     * @throws ClusterException if the cluster does not respond or refuses the request, or a transaction remains open
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
            throw new ClusterException("interrupted while requesting the offsets of group " + group, e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof GroupIdNotFoundException) {
                // Kafka's brokers return no offsets; some brokers of other vendors report that there is no such group.
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
