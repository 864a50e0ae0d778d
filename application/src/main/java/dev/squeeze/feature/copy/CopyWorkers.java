package dev.squeeze.feature.copy;

import java.util.List;
import java.util.Optional;

/**
 * Who copied, where workers did.
 *
 * @param group that they belong to
 * @param control address of the cluster that they were spoken to through; absent where it is the source's
 * @param shares that the partitions were divided into, each with a transactional id of its own
 * @param members all workers that had a share, in the order in which they came
 * @param handovers how often a share went from one worker to another
 */
public record CopyWorkers(String group, Optional<String> control, int shares, List<Member> members, long handovers) {
    public CopyWorkers {
        members = List.copyOf(members);
    }

    /**
     * A worker. What it copied is known from its heartbeats, so that up to a second of one that was killed is missing.
     *
     * @param name its host and process
     * @param partitions of the source that it copied some of, in ascending order
     * @param records that it copied, into all copies
     * @param bytes of them as they were sent
     * @param partitionsAtEnd that it had when the copy ended
     * @param handedOver shares that it gave to others while it was at work, as when another worker came
     * @param lost shares that others took over since it died, was paused, cut off or ended
     * @param resumed how often it went on from the last commit by itself, as when brokers restarted
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
