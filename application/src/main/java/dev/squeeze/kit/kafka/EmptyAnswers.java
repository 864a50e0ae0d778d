package dev.squeeze.kit.kafka;

import java.time.Duration;
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
public final class EmptyAnswers {
    /** In a row, before the leader is asked where the log on its own disks begins. */
    static final int BEFORE_ASKING = 5;

    private static final Duration MAX_REMOTE_READ = Duration.ofSeconds(5);
    /** Part of a request's time limit that a leader may take for remote storage. */
    private static final int SHARE_OF_TIME_LIMIT = 4;

    private final Function<PartitionId, OptionalLong> localStart;
    private final int beforeAsking;
    private final Map<PartitionId, Integer> inARow = new HashMap<>();
    private final Set<PartitionId> remote = new HashSet<>();
    private final Set<PartitionId> open = new HashSet<>();

    /** What an empty answer says of the offsets from the position on. */
    public enum Meaning {
        /** Nothing yet: ask again. */
        OPEN,
        /** None of them has a record. */
        COMPACTED,
        /** They are in remote storage, and did not arrive although there was more time. */
        NOT_IN_TIME
    }

    /**
     * Of partitions that are read together.
     *
     * @param localStart asks a leader where the log on its own disks begins; empty for brokers that do not know the question
     */
    public EmptyAnswers(Function<PartitionId, OptionalLong> localStart) {
        this(localStart, BEFORE_ASKING);
    }

    private EmptyAnswers(Function<PartitionId, OptionalLong> localStart, int beforeAsking) {
        this.localStart = localStart;
        this.beforeAsking = beforeAsking;
    }

    /** The same where each request is for one partition: no answer is empty because of another one. */
    public static EmptyAnswers ofSingleRequests(Function<PartitionId, OptionalLong> localStart) {
        return new EmptyAnswers(localStart, 1);
    }

    /**
     * How long a leader may take to read from remote storage: object stores answer within seconds.
     *
     * @param timeLimit of a request
     */
    public static Duration longWait(Duration timeLimit) {
        Duration share = timeLimit.dividedBy(SHARE_OF_TIME_LIMIT);
        return share.compareTo(MAX_REMOTE_READ) < 0 ? share : MAX_REMOTE_READ;
    }

    /** Something came from a leader, which may have been at work on that alone. */
    public void interrupted() {
        inARow.clear();
        open.clear();
    }

    /** The partition's leader gave another answer. */
    public void interrupted(PartitionId partition) {
        inARow.remove(partition);
        open.remove(partition);
    }

    /** Whether it is not known of some partition what its last answer means: nothing goes on there. */
    public boolean isOpen() {
        return !open.isEmpty();
    }

    /** Whether to give leaders more time: for remote storage, and for the answer that decides. */
    public boolean needsTime() {
        return !remote.isEmpty() || inARow.values().stream().anyMatch(count -> count == beforeAsking);
    }

    /**
     * The partition's leader gave nothing, and no leader gave anything.
     *
     * @param position behind which the log goes on
     */
    public Meaning meaning(PartitionId partition, long position) {
        Meaning meaning = decide(partition, position);
        if (meaning == Meaning.COMPACTED) {
            open.remove(partition);
        } else {
            open.add(partition);
        }
        return meaning;
    }

    private Meaning decide(PartitionId partition, long position) {
        int count = inARow.merge(partition, 1, Integer::sum);
        if (count < beforeAsking) {
            return Meaning.OPEN;
        }
        if (count > beforeAsking) {
            // Asked before this answer, so that it is not that of another leader, whose own disks hold less.
            return Meaning.COMPACTED;
        }
        OptionalLong start = localStart.apply(partition);
        if (start.isEmpty() || position >= start.getAsLong()) {
            remote.remove(partition);
            return Meaning.OPEN;
        }
        inARow.remove(partition);
        return remote.add(partition) ? Meaning.OPEN : Meaning.NOT_IN_TIME;
    }

    /**
     * The same for whoever needs all of the log.
     *
     * @return whether none of the offsets from the position on has a record
     * @throws RawAccessException when they are in remote storage, and do not arrive although there was more time
     */
    public boolean isCompacted(PartitionId partition, long position) {
        Meaning meaning = meaning(partition, position);
        if (meaning == Meaning.NOT_IN_TIME) {
            throw new RawAccessException("partition " + partition + " at offset " + position
                    + ": its leader has it in remote storage (tiered storage), and answered " + beforeAsking
                    + " times without it; look at the broker's log, and raise its remote.fetch.max.wait.ms if remote"
                    + " storage takes longer");
        }
        return meaning == Meaning.COMPACTED;
    }
}
