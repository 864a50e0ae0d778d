package dev.squeeze.kit.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopicCollection;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochRequest;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochResponse;

/**
 * Finds the end offsets of leader epochs. If a log was truncated, as after an unclean leader election, an epoch ends before offsets
 * that were read in it, even if the log has since grown past them again (KIP-320).
 */
public final class LeaderEpochs {
    private LeaderEpochs() {}

    /**
     * The end of an epoch.
     *
     * @param leaderEpoch the requested epoch, or the last one before it that the log still contains; -1 if it contains neither
     * @param endOffset the offset after its last record; -1 if unknown
     */
    public record End(int leaderEpoch, long endOffset) {
        /** Whether a log with this end still contains all records before the position, given the epoch of the last of them. */
        public boolean holds(FetchPosition position) {
            return leaderEpoch >= position.lastEpoch().orElse(-1) && endOffset >= position.offset();
        }
    }

    /**
     * Queries the leaders for the ends of epochs.
     *
     * @param epochs the epoch to query for each partition
     * @return empty for brokers before Kafka 2.3, which report epochs only to each other
     * @throws RawAccessException if a leader does not respond in time, or with an error that is not retriable
     */
    public static Map<PartitionId, End> ends(RawClient client, Map<PartitionId, Integer> epochs) {
        Deadline deadline = client.connections().deadline();
        Map<PartitionId, End> found = new HashMap<>();
        List<PartitionId> open = new ArrayList<>(epochs.keySet());
        while (!open.isEmpty()) {
            Map<Node, Map<PartitionId, Integer>> byLeader = new LinkedHashMap<>();
            for (PartitionId partition : open) {
                byLeader.computeIfAbsent(client.leader(partition, deadline), node -> new LinkedHashMap<>())
                        .put(partition, epochs.getOrDefault(partition, -1));
            }
            try {
                byLeader.forEach((leader, wanted) -> ask(client, leader, wanted, found, deadline));
            } catch (RawAccessException e) {
                if (e.getCause() instanceof UnsupportedVersionException) {
                    return Map.of();
                }
                throw e;
            }
            int before = open.size();
            open.removeIf(found::containsKey);
            if (open.size() == before && deadline.isPast()) {
                throw new RawAccessException("partition " + open.get(0)
                        + ": its leader's response does not contain it; look at the broker's log and try again");
            }
        }
        return found;
    }

    private static void ask(
            RawClient client,
            Node leader,
            Map<PartitionId, Integer> wanted,
            Map<PartitionId, End> found,
            Deadline deadline) {
        OffsetForLeaderTopicCollection topics = new OffsetForLeaderTopicCollection();
        wanted.forEach((partition, epoch) -> {
            OffsetForLeaderTopic topic = topics.find(partition.topic());
            if (topic == null) {
                topic = new OffsetForLeaderTopic().setTopic(partition.topic());
                topics.add(topic);
            }
            topic.partitions()
                    .add(new OffsetForLeaderPartition()
                            .setPartition(partition.partition())
                            .setLeaderEpoch(epoch));
        });
        String what = "the leader epochs of " + wanted.keySet().iterator().next();
        Optional<AbstractResponse> answer = client.askLeader(
                leader,
                wanted.keySet().stream().map(PartitionId::topic).collect(Collectors.toSet()),
                OffsetsForLeaderEpochRequest.Builder.forConsumer(topics),
                what,
                deadline);
        if (answer.isEmpty()) {
            return;
        }
        OffsetsForLeaderEpochResponse response = (OffsetsForLeaderEpochResponse) answer.get();
        Map<PartitionId, Errors> failed = new LinkedHashMap<>();
        response.data().topics().forEach(topic -> {
            for (EpochEndOffset end : topic.partitions()) {
                PartitionId partition = new PartitionId(topic.topic(), end.partition());
                Errors error = Errors.forCode(end.errorCode());
                if (error == Errors.NONE) {
                    found.put(partition, new End(end.leaderEpoch(), end.endOffset()));
                } else {
                    failed.put(partition, error);
                }
            }
        });
        client.recover("the leader epochs of partition ", failed, deadline);
    }
}
