package dev.squeeze.feature.copy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What one worker copies: every n-th partition of a topic, under a transactional id of its own. Its positions are those that
 * whoever had the share before has committed.
 *
 * @param owner who may write it
 * @param units how many shares there are
 * @param sourceId which topic of which cluster is copied, as {@link CopyTopics} names it
 * @param targetIds which topics it is copied into, in the order of the plan
 * @param partitions of the source that are copied, those of all shares
 * @param ends where to stop; of no partition while the source is followed
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

    /** Its partitions; may be none. */
    List<Integer> own() {
        return IntStream.range(0, partitions)
                .filter(partition -> unitOf(partition, units) == owner.unit())
                .boxed()
                .toList();
    }
}
