package dev.squeeze.feature.gateway;

import dev.squeeze.kit.kafka.GuardedProducer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Logs failed deliveries: the first of a kind immediately, then their number every few seconds at most. Contents and
 * topics are not named, since more people can read logs than topics.
 */
final class FailureLog {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_KINDS = 50;
    /** Our own name, since Kafka throws a plain KafkaException for it. */
    private static final String REFUSED_WITH_ITS_BATCH = "RefusedWithItsBatch";

    private final Consumer<String> lines;
    private final Map<String, Kind> kinds = new TreeMap<>();

    private static final class Kind {
        private long unreported;
        private long reportedNanos;
    }

    FailureLog(Consumer<String> lines) {
        this.lines = lines;
    }

    synchronized void add(Throwable reason) {
        String name = name(reason);
        Kind kind = kinds.get(name);
        if (kind == null) {
            if (kinds.size() >= MAX_KINDS) {
                return;
            }
            kind = new Kind();
            kind.reportedNanos = System.nanoTime() - QUIET_NANOS;
            kinds.put(name, kind);
        }
        kind.unreported++;
        if (System.nanoTime() - kind.reportedNanos >= QUIET_NANOS) {
            say(name, kind);
        }
    }

    /** Logs the failures that were held back. */
    synchronized void flush() {
        kinds.forEach((name, kind) -> {
            if (kind.unreported > 0) {
                say(name, kind);
            }
        });
    }

    private void say(String name, Kind kind) {
        lines.accept(String.format(
                Locale.ROOT,
                "%,d accepted record%s not delivered: %s",
                kind.unreported,
                kind.unreported == 1 ? " was" : "s were",
                name + words(name)));
        kind.unreported = 0;
        kind.reportedNanos = System.nanoTime();
    }

    /**
     * Hints for the most common failures; for the others only Kafka's name is given, which its documentation explains.
     */
    private static String words(String name) {
        return switch (name) {
            case REFUSED_WITH_ITS_BATCH ->
                " (each time it was in one batch with a record that the topic does not accept)";
            case "InvalidTimestampException" ->
                " (out of the topic's range: message.timestamp.before.max.ms, message.timestamp.after.max.ms)";
            case "InvalidRecordException" ->
                " (without a key for a compacted topic, or with a timestamp out of the topic's range)";
            case "KafkaException" -> " (the producer was closed or could not send; --drain-timeout may be too short)";
            case "OutOfMemoryError" -> " (the heap is too small for --queue-bytes and buffer.memory)";
            case "UnknownTopicIdException" -> " (the topic was deleted and created again; they were for the old one)";
            case "TimeoutException" -> " (not acknowledged in time: delivery.timeout.ms)";
            case "RecordTooLargeException" -> " (larger than the topic accepts: max.message.bytes)";
            case "TopicAuthorizationException", "ClusterAuthorizationException" ->
                " (the gateway's user may not write" + " there)";
            case "NotEnoughReplicasException", "NotEnoughReplicasAfterAppendException" ->
                " (too few brokers are" + " up: min.insync.replicas)";
            case "UnknownTopicOrPartitionException" -> " (the topic was deleted)";
            case "DrainTimeOver" -> " (not acknowledged within --drain-timeout)";
            default -> "";
        };
    }

    /** The name of Kafka's exception; its message would reveal topic and partition. */
    static String name(Throwable reason) {
        if (GuardedProducer.isRefusedForANeighbour(reason)) {
            return REFUSED_WITH_ITS_BATCH;
        }
        String name = reason.getClass().getSimpleName();
        Throwable cause = reason.getCause();
        return reason.getClass() == KafkaException.class && cause != null
                ? name + " of " + cause.getClass().getSimpleName()
                : name;
    }
}
