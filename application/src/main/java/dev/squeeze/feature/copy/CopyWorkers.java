package dev.squeeze.feature.copy;

import java.util.List;
import java.util.Optional;

/**
 * The workers of a copy.
 *
 * @param group the worker group
 * @param control address of the control cluster; absent if it is the source's cluster
 * @param shares number of shares that the partitions were divided into, each with its own transactional id
 * @param members all workers that had a share, in the order in which they first got one
 * @param handovers how often a share moved from one worker to another
 */
public record CopyWorkers(String group, Optional<String> control, int shares, List<Member> members, long handovers) {
    public CopyWorkers {
        members = List.copyOf(members);
    }

    /**
     * A worker. Its counts come from its heartbeats, so up to a second is missing if it was killed.
     *
     * @param name its host and process id
     * @param source partitions from which it copied records, in ascending order
     * @param records number of records that it copied, over all copies
     * @param bytes their size as sent
     * @param partitionsAtEnd number of partitions that it had when the copy ended
     * @param handedOver number of shares that it handed over while running, as when another worker joined
     * @param lost number of shares that others took over because it died, was paused, lost its connection or ended
     * @param resumed how often it resumed from the last commit by itself, as when brokers restarted
     */
    public record Member(
            String name,
            String squeezeVersion,
            String operatingSystem,
            int cores,
            List<Integer> partitions,
            long records,
            long bytes,
            int partitionsAtEnd,
            int handedOver,
            int lost,
            int resumed) {
        public Member {
            partitions = List.copyOf(partitions);
        }
    }
}
