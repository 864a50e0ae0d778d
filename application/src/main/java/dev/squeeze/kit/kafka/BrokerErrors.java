package dev.squeeze.kit.kafka;

import java.util.EnumSet;
import java.util.Set;
import org.apache.kafka.common.protocol.Errors;

/** The meaning of a broker's error codes for raw requests, and how to fix them. */
final class BrokerErrors {
    /**
     * Retriable: nothing was read or written, and the error goes away once the client has refreshed the leader. A partition has
     * moved, or its topic is so new that not every broker knows it.
     */
    private static final Set<Errors> RETRIABLE = EnumSet.of(
            Errors.NOT_LEADER_OR_FOLLOWER,
            Errors.LEADER_NOT_AVAILABLE,
            Errors.UNKNOWN_TOPIC_OR_PARTITION,
            Errors.REPLICA_NOT_AVAILABLE,
            Errors.FENCED_LEADER_EPOCH,
            Errors.UNKNOWN_LEADER_EPOCH,
            Errors.OFFSET_NOT_AVAILABLE,
            Errors.UNKNOWN_TOPIC_ID,
            Errors.INCONSISTENT_TOPIC_ID,
            Errors.KAFKA_STORAGE_ERROR);

    private BrokerErrors() {}

    static boolean isRetriable(Errors error) {
        return RETRIABLE.contains(error);
    }

    static RawAccessException exception(String what, Errors error) {
        return new RawAccessException(what + ": " + describe(error), error.exception());
    }

    /** The error's name, its meaning and the remedy, without the partition or request. */
    static String describe(Errors error) {
        return error.name() + ": " + remedy(error);
    }

    private static String remedy(Errors error) {
        return switch (error) {
            case UNKNOWN_TOPIC_OR_PARTITION -> "the cluster has no such topic or partition; check the name";
            case INVALID_TOPIC_EXCEPTION -> "no topic can have that name; check it";
            case TOPIC_AUTHORIZATION_FAILED ->
                "the user has no permission; grant Describe, and Read to read or Write to write, on the topic";
            case CLUSTER_AUTHORIZATION_FAILED -> "the user has no permission on the cluster; ask for an ACL";
            case OFFSET_OUT_OF_RANGE ->
                "the log does not contain that offset, or no longer does; query its earliest and latest first";
            case CORRUPT_MESSAGE ->
                "the batch's CRC does not match its bytes; recompute the CRC, or fetch the batch again";
            case INVALID_RECORD ->
                "the broker refuses the records: a base offset other than 0, a wrong record count, or no key for a"
                        + " compacted topic; prepare the batch, or use a topic with cleanup.policy=delete";
            case INVALID_TIMESTAMP ->
                "the timestamps are out of the topic's range; set its message.timestamp.before.max.ms and"
                        + " message.timestamp.after.max.ms (before Kafka 3.6: message.timestamp.difference.max.ms)";
            case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE ->
                "the batch is larger than the topic allows; raise its max.message.bytes";
            case UNSUPPORTED_COMPRESSION_TYPE, UNSUPPORTED_FOR_MESSAGE_FORMAT ->
                "the broker does not support the batch's codec; use a newer broker or another codec";
            case OUT_OF_ORDER_SEQUENCE_NUMBER, UNKNOWN_PRODUCER_ID ->
                "the batch belongs to another producer; prepare it first";
            case PRODUCER_FENCED, INVALID_PRODUCER_EPOCH ->
                "another process has taken over the same transactional id, or the transaction took longer than its"
                        + " timeout; let only one run at a time";
            case TRANSACTIONAL_ID_AUTHORIZATION_FAILED ->
                "the user has no permission; grant Describe and Write on the transactional id";
            case GROUP_AUTHORIZATION_FAILED -> "the user has no permission; grant Read on the group";
            case INVALID_TRANSACTION_TIMEOUT ->
                "the brokers do not allow such a long transaction; raise their transaction.max.timeout.ms";
            case NOT_ENOUGH_REPLICAS, NOT_ENOUGH_REPLICAS_AFTER_APPEND ->
                "there are fewer in-sync replicas than the topic's min.insync.replicas; kafka-topics.sh --describe"
                        + " --under-min-isr-partitions names the partitions: bring their brokers back";
            case REQUEST_TIMED_OUT ->
                "the in-sync replicas did not acknowledge in time; look at their brokers, or allow more time";
            default ->
                isRetriable(error)
                        ? "the partition's leader is changing; try again"
                        : error.message() + "; see its log";
        };
    }
}
