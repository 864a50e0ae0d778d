package dev.squeeze.kit.kafka;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Which topics are gone, by what brokers answer about them. One answer is not enough: a broker that is behind does not know
 * a topic that was created a moment ago. Another id under the same name is: ids are never given twice (KIP-516). Silence says
 * nothing; while no broker answers, no topic is gone.
 */
final class TopicWatch {
    /** For this long every answer has to be that there is no such topic. */
    static final long GONE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** For a topic that no broker has shown yet: it may be so new that most of them do not know it. */
    static final long NEVER_SEEN_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ConcurrentHashMap<String, State> states = new ConcurrentHashMap<>();

    /** What an answer changed. */
    enum Change {
        NONE,
        /** There is no such topic any more. */
        GONE,
        /** The name belongs to another topic now. */
        REPLACED
    }

    /** What sending to the topic that was fails with. */
    static RuntimeException reason(Change change) {
        return change == Change.GONE
                ? new UnknownTopicOrPartitionException("the topic was deleted")
                : new UnknownTopicIdException("the topic was deleted, and another one has its name now");
    }

    /**
     * @param id the last one seen; zero before the first, and with brokers that have none
     * @param idSinceNanos when it was seen first
     * @param partitions the most that it had
     * @param missingSinceNanos since when every answer is that it does not exist; absent: it does
     * @param gone whether that is certain
     */
    private record State(
            Uuid id,
            long idSinceNanos,
            int partitions,
            @Nullable Long missingSinceNanos,
            boolean gone,
            long goneNanos) {}

    /** A broker has shown the topic. */
    Change present(String topic, Uuid id, int partitions, long nowNanos) {
        State old = states.get(topic);
        if (old == null) {
            states.put(topic, new State(id, nowNanos, partitions, null, false, 0));
            return Change.NONE;
        }
        boolean other = !id.equals(old.id());
        states.put(
                topic,
                new State(
                        id,
                        other ? nowNanos : old.idSinceNanos(),
                        Math.max(partitions, old.partitions()),
                        null,
                        false,
                        0));
        return other && !old.id().equals(Uuid.ZERO_UUID) ? Change.REPLACED : Change.NONE;
    }

    /** A broker has answered that there is no such topic. */
    Change missing(String topic, long nowNanos) {
        State old = states.getOrDefault(topic, new State(Uuid.ZERO_UUID, nowNanos, 0, null, false, 0));
        Long since = old.missingSinceNanos() == null ? Long.valueOf(nowNanos) : old.missingSinceNanos();
        long certainNanos = old.partitions() == 0 ? NEVER_SEEN_AFTER_NANOS : GONE_AFTER_NANOS;
        boolean gone = old.gone() || nowNanos - since >= certainNanos;
        states.put(
                topic,
                new State(
                        old.id(),
                        old.idSinceNanos(),
                        old.partitions(),
                        since,
                        gone,
                        old.gone() ? old.goneNanos() : nowNanos));
        return gone && !old.gone() ? Change.GONE : Change.NONE;
    }

    /** Nobody writes to it any more. */
    void forget(String topic) {
        states.remove(topic);
    }

    /** Whether the last answer was that there is no such topic. */
    boolean isMissing(String topic) {
        State state = states.get(topic);
        return state != null && state.missingSinceNanos() != null;
    }

    boolean isGone(String topic) {
        State state = states.get(topic);
        return state != null && state.gone();
    }

    /** The topic's id by the last answer that showed it; zero where none is known. */
    Uuid id(String topic) {
        State state = states.get(topic);
        return state == null ? Uuid.ZERO_UUID : state.id();
    }

    int partitions(String topic) {
        State state = states.get(topic);
        return state == null ? 0 : state.partitions();
    }

    /**
     * What became of the topic that a record was accepted for.
     *
     * @param id of the topic when the record was accepted; zero where that is not known
     * @param acceptedNanos when that was, in {@link System#nanoTime}
     */
    Change since(String topic, Uuid id, long acceptedNanos) {
        State state = states.get(topic);
        if (state == null) {
            return Change.NONE;
        }
        if (state.gone()) {
            if (acceptedNanos - state.goneNanos() < 0) {
                return Change.GONE;
            }
            // Somebody saw it after it was gone: the next answers decide.
            states.remove(topic, state);
            return Change.NONE;
        }
        boolean other = !id.equals(Uuid.ZERO_UUID)
                && !state.id().equals(Uuid.ZERO_UUID)
                && !id.equals(state.id())
                && acceptedNanos - state.idSinceNanos() < 0;
        return other ? Change.REPLACED : Change.NONE;
    }
}
