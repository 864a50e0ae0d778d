package dev.squeeze.feature.copy;

import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides what it means when a leader gives nothing although the log goes on behind the position. Compaction may have left none of
 * the missing offsets. But a leader answers the same while it reads from remote storage (KIP-405) and is not done in time: there all
 * records are still to come. For one thread.
 */
final class EmptyAnswers {
    /** In a row, before the leader is asked where the log on its own disks begins. */
    static final int BEFORE_ASKING = 5;

    private final Function<PartitionId, OptionalLong> localStart;
    private final Map<PartitionId, Integer> inARow = new HashMap<>();
    private final Set<PartitionId> remote = new HashSet<>();

    /** @param localStart asks a leader where the log on its own disks begins; empty for brokers that do not know the question */
    EmptyAnswers(Function<PartitionId, OptionalLong> localStart) {
        this.localStart = localStart;
    }

    /** Something came from a leader, which may have been at work on that alone. */
    void interrupted() {
        inARow.clear();
    }

    /** The partition's leader gave another answer. */
    void interrupted(PartitionId partition) {
        inARow.remove(partition);
    }

    /** Whether to give leaders more time: for remote storage, and for the answer that decides. */
    boolean needsTime() {
        return !remote.isEmpty() || inARow.values().stream().anyMatch(count -> count == BEFORE_ASKING);
    }

    /**
     * The partition's leader gave nothing, and no leader gave anything.
     *
     * @param position behind which the log goes on
     * @return whether none of the offsets from the position on has a record
     * @throws RawAccessException when they are in remote storage, and do not arrive although there was more time
     */
    boolean isCompacted(PartitionId partition, long position) {
        int count = inARow.merge(partition, 1, Integer::sum);
        if (count < BEFORE_ASKING) {
            return false;
        }
        if (count > BEFORE_ASKING) {
            // Asked before this answer, so that it is not that of another leader, whose own disks hold less.
            return true;
        }
        OptionalLong start = localStart.apply(partition);
        if (start.isEmpty() || position >= start.getAsLong()) {
            remote.remove(partition);
            return false;
        }
        inARow.remove(partition);
        if (!remote.add(partition)) {
            throw new RawAccessException("partition " + partition + " at offset " + position
                    + ": its leader has it in remote storage (tiered storage), and answered " + BEFORE_ASKING
                    + " times without it; look at the broker's log, and at its remote.fetch.max.wait.ms");
        }
        return false;
    }
}
