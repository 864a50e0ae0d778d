package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawFetcher;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cluster requests for reading a topic. Each method throws a {@link dev.squeeze.kit.kafka.RawAccessException} if
 * there is no response.
 */
interface TopicLog {
    /** Every partition, and whether it has a leader. */
    SortedMap<Integer, Boolean> partitions();

    Map<PartitionId, OffsetRange> offsets(Collection<PartitionId> partitions);

    /** @param longestWait how long the leader may wait for data before it returns an empty response */
    ByteBuffer fetch(PartitionId partition, long offset, int maxBytes, Duration longestWait);

    /** Where the log on the leader's own disks starts; empty for brokers that do not support tiered storage. */
    OptionalLong localStart(PartitionId partition);

    static TopicLog of(RawClient client, String topic) {
        RawFetcher fetcher = new RawFetcher(client);
        return new TopicLog() {
            @Override
            public SortedMap<Integer, Boolean> partitions() {
                SortedMap<Integer, Boolean> led = new TreeMap<>();
                client.topic(topic).leaders().forEach((number, leader) -> led.put(number, leader.isPresent()));
                return led;
            }

            @Override
            public Map<PartitionId, OffsetRange> offsets(Collection<PartitionId> partitions) {
                return fetcher.offsets(List.copyOf(partitions));
            }

            @Override
            public ByteBuffer fetch(PartitionId partition, long offset, int maxBytes, Duration longestWait) {
                return fetcher.fetch(partition, offset, maxBytes, longestWait);
            }

            @Override
            public OptionalLong localStart(PartitionId partition) {
                return fetcher.localStart(partition);
            }
        };
    }
}
