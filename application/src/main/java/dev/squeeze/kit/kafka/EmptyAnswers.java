package dev.squeeze.kit.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides what it means if a leader returns no batches although the log continues past the position. Compaction may have removed
 * all remaining records. But a leader's response is also empty if it could not read from remote storage (KIP-405) in time: then no
 * records are missing. Not thread-safe.
 */
public final class EmptyAnswers {
    /** Number of empty responses in a row before the leader is asked where its local log starts. */
    static final int BEFORE_ASKING = 5;

    private static final Duration MAX_REMOTE_READ = Duration.ofSeconds(5);
    /** Divisor of a request's time limit: how much of it a leader may spend on remote storage. */
    private static final int SHARE_OF_TIME_LIMIT = 4;

    private final Function<PartitionId, OptionalLong> localStart;
    private final int beforeAsking;
    private final Map<PartitionId, Integer> inARow = new HashMap<>();
    private final Set<PartitionId> remote = new HashSet<>();
    private final Set<PartitionId> open = new HashSet<>();

    /** What an empty response says about the offsets from the position on. */
    public enum Meaning {
        /** Undecided: fetch again. */
        OPEN,
        /** None of these offsets has a record. */
        COMPACTED,
        /** They are in remote storage, and were not returned even with a longer wait. */
        NOT_IN_TIME
    }

    /**
     * For partitions that are read together.
     *
     * @param localStart asks a leader where its local log starts; empty for brokers that do not support the request
     */
    public EmptyAnswers(Function<PartitionId, OptionalLong> localStart) {
        this(localStart, BEFORE_ASKING);
    }

    private EmptyAnswers(Function<PartitionId, OptionalLong> localStart, int beforeAsking) {
        this.localStart = localStart;
        this.beforeAsking = beforeAsking;
    }

    /** For requests of one partition each: a response cannot be empty because of another partition. */
    public static EmptyAnswers ofSingleRequests(Function<PartitionId, OptionalLong> localStart) {
        return new EmptyAnswers(localStart, 1);
    }

    /**
     * How long a leader may take to read from remote storage; object stores respond within seconds.
     *
     * @param timeLimit time limit of a request
     */
    public static Duration longWait(Duration timeLimit) {
        Duration share = timeLimit.dividedBy(SHARE_OF_TIME_LIMIT);
        return share.compareTo(MAX_REMOTE_READ) < 0 ? share : MAX_REMOTE_READ;
    }

    /** A leader returned batches; its response may have been empty for other partitions only because of these. */
    public void interrupted() {
        inARow.clear();
        open.clear();
    }

    /** The partition's leader gave a response that was not empty. */
    public void interrupted(PartitionId partition) {
        inARow.remove(partition);
        open.remove(partition);
    }

    /** Whether the meaning of the last response is undecided for some partition: reading cannot continue there. */
    public boolean isOpen() {
        return !open.isEmpty();
    }

    /** Whether to give leaders more time: for remote storage, or because the next response decides. */
    public boolean needsTime() {
        return !remote.isEmpty() || inARow.values().stream().anyMatch(count -> count == beforeAsking);
    }

    /**
     * Called when the responses of all leaders were empty, including that of the partition's leader.
     *
     * @param position the fetch position; the log continues past it
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
            // The local log start was requested before this response, so it is not that of another leader with a
            // smaller local log.
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
     * The same for callers that must read the complete log.
     *
     * @return whether none of the offsets from the position on has a record
     * @throws RawAccessException if they are in remote storage, and were not returned even with a longer wait
     */
    public boolean isCompacted(PartitionId partition, long position) {
        Meaning meaning = meaning(partition, position);
        if (meaning == Meaning.NOT_IN_TIME) {
            throw new RawAccessException("partition " + partition + " at offset " + position
                    + ": its leader has it in remote storage (tiered storage), and returned nothing " + beforeAsking
                    + " times; look at the broker's log, and raise its remote.fetch.max.wait.ms if remote"
                    + " storage takes longer");
        }
        return meaning == Meaning.COMPACTED;
    }
}
