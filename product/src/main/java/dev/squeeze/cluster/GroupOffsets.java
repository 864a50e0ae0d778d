package dev.squeeze.cluster;

import dev.squeeze.kafka.FailureWords;
import dev.squeeze.kafka.PartitionId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Offsets that a group has committed. */
public final class GroupOffsets {
    private GroupOffsets() {}

    /**
     * An offset with what was kept beside it.
     *
     * @param metadata empty where there is none
     */
    public record Stored(long offset, String metadata) {}

    /**
     * Reads them, and waits for transactions that are just being ended.
     *
     * @param patience the longest that the cluster may take
     * @return by partition; empty for a group that does not exist
     * @throws ClusterException when the cluster does not answer or refuses
     */
    public static Map<PartitionId, Stored> read(ClusterTarget target, String group, Duration patience) {
        try (TopicAdmin admin = TopicAdmin.open(target, patience)) {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.get(admin.kafka()
                    .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().requireStable(true))
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
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while the offsets of group " + group + " were asked for", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ClusterException(
                    "the offsets of group " + group + " cannot be read: " + FailureWords.of(cause), cause);
        } catch (ClusterException e) {
            throw e;
        } catch (Exception e) {
            throw new ClusterException("the offsets of group " + group + " cannot be read: " + FailureWords.of(e), e);
        }
    }
}
