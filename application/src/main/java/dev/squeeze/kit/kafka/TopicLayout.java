package dev.squeeze.kit.kafka;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The leaders of a topic's partitions.
 *
 * @param id absent for brokers before Kafka 2.8, which do not support topic ids
 * @param leaders by partition number; the value is empty while a partition has no leader
 */
public record TopicLayout(String topic, Optional<UUID> id, SortedMap<Integer, Optional<BrokerAddress>> leaders) {
    public TopicLayout {
        leaders = Collections.unmodifiableSortedMap(new TreeMap<>(leaders));
    }

    /** The partitions that have a leader, by the leader's node id. */
    public Map<Integer, List<PartitionId>> partitionsByLeader() {
        return leaders.entrySet().stream()
                .filter(entry -> entry.getValue().isPresent())
                .collect(Collectors.groupingBy(
                        entry -> entry.getValue().orElseThrow().id(),
                        TreeMap::new,
                        Collectors.mapping(entry -> new PartitionId(topic, entry.getKey()), Collectors.toList())));
    }
}
