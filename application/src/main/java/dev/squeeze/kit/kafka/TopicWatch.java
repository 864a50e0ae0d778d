package dev.squeeze.kit.kafka;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Detects topics that are gone from metadata responses. One response is not enough: a broker with stale metadata does not know a
 * topic that was just created. Another id under the same name is enough, as ids are never reused (KIP-516). While no broker
 * responds, no topic is considered gone.
 */
final class TopicWatch {
    /** For this long, every response must report that the topic does not exist. */
    static final long GONE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The same for a topic that no broker has reported yet: it may be so new that most brokers do not know it. */
    static final long NEVER_SEEN_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ConcurrentHashMap<String, State> states = new ConcurrentHashMap<>();

    /** The effect of a metadata response. */
    enum Change {
        NONE,
        /** The topic no longer exists. */
        GONE,
        /** The name now belongs to another topic. */
        REPLACED
    }

    /** The exception for records of the topic before the change. */
    static RuntimeException reason(Change change) {
        return change == Change.GONE
                ? new UnknownTopicOrPartitionException("the topic was deleted")
                : new UnknownTopicIdException("the topic was deleted, and another one has its name now");
    }

    /**
     * @param id the last id seen; zero if none was seen yet, or brokers do not support ids
     * @param idSinceNanos when that id was first seen
     * @param partitions the largest number of partitions seen
     * @param missingSinceNanos since when every response has reported that the topic does not exist; null if it exists
     * @param gone whether this is certain
     */
    private record State(
            Uuid id,
            long idSinceNanos,
            int partitions,
            @Nullable Long missingSinceNanos,
            boolean gone,
            long goneNanos) {}

    /** A broker has reported the topic. */
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

    /** A broker has reported that there is no such topic. */
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

    /** Called when records are no longer sent to the topic. */
    void forget(String topic) {
        states.remove(topic);
    }

    /** Whether the last response reported that there is no such topic. */
    boolean isMissing(String topic) {
        State state = states.get(topic);
        return state != null && state.missingSinceNanos() != null;
    }

    boolean isGone(String topic) {
        State state = states.get(topic);
        return state != null && state.gone();
    }

    /** The topic's id by the last response that contained it; zero if unknown. */
    Uuid id(String topic) {
        State state = states.get(topic);
        return state == null ? Uuid.ZERO_UUID : state.id();
    }

    int partitions(String topic) {
        State state = states.get(topic);
        return state == null ? 0 : state.partitions();
    }

    /**
     * What happened to a topic since a record was accepted for it.
     *
     * @param id of the topic when the record was accepted; zero if unknown
     * @param acceptedNanos when it was accepted, in {@link System#nanoTime}
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
            // The record was accepted after the topic was gone, so it existed again: later responses decide.
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
