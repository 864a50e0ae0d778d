package dev.squeeze.feature.copy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One worker's part of a copy: every n-th partition of the topic, written with a transactional id of its own. It
 * continues from the positions that the previous owner of the share has committed.
 *
 * @param owner who may write it
 * @param units how many shares there are
 * @param sourceId id of the source's cluster and topic, as {@link CopyTopics} forms it
 * @param targetIds ids of the destination topics, in the order of the plan
 * @param number of source partitions that are copied, in all shares together
 * @param ends where to stop in each partition; empty while the source is followed
 */
record CopyShare(
        CopyOwner owner, int units, String sourceId, List<String> targetIds, int partitions, Map<Integer, Long> ends) {
    CopyShare {
        targetIds = List.copyOf(targetIds);
        ends = Map.copyOf(ends);
    }

    /** The share that a partition belongs to. */
    static int unitOf(int partition, int units) {
        return partition % units;
    }

    /** The partitions of this share; may be empty. */
    List<Integer> own() {
        return IntStream.range(0, partitions)
                .filter(partition -> unitOf(partition, units) == owner.unit())
                .boxed()
                .toList();
    }
}
