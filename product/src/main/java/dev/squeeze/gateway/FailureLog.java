package dev.squeeze.gateway;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Says which deliveries failed: the first of a kind at once, then how many there were at most every few seconds. Neither
 * contents nor topics are named: logs are read by more people than topics are.
 */
final class FailureLog {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_KINDS = 50;

    private final Consumer<String> lines;
    private final Map<String, Kind> kinds = new TreeMap<>();

    private static final class Kind {
        private long unsaid;
        private long saidNanos;
    }

    FailureLog(Consumer<String> lines) {
        this.lines = lines;
    }

    synchronized void add(Throwable reason) {
        String name = name(reason);
        Kind kind = kinds.get(name);
        if (kind == null) {
            if (kinds.size() >= MOST_KINDS) {
                return;
            }
            kind = new Kind();
            kind.saidNanos = System.nanoTime() - QUIET_NANOS;
            kinds.put(name, kind);
        }
        kind.unsaid++;
        if (System.nanoTime() - kind.saidNanos >= QUIET_NANOS) {
            say(name, kind);
        }
    }

    /** Says what was held back. */
    synchronized void flush() {
        kinds.forEach((name, kind) -> {
            if (kind.unsaid > 0) {
                say(name, kind);
            }
        });
    }

    private void say(String name, Kind kind) {
        lines.accept(String.format(
                Locale.ROOT,
                "%,d accepted record%s not delivered: %s",
                kind.unsaid,
                kind.unsaid == 1 ? " was" : "s were",
                name + words(name)));
        kind.unsaid = 0;
        kind.saidNanos = System.nanoTime();
    }

    /** What to do about the failures that are met most; the others have Kafka's name alone, which its documentation knows. */
    private static String words(String name) {
        return switch (name) {
            case "TimeoutException" -> " (no broker took it in time: delivery.timeout.ms)";
            case "RecordTooLargeException" -> " (larger than the topic takes: max.message.bytes)";
            case "TopicAuthorizationException", "ClusterAuthorizationException" -> " (the login may not write there)";
            case "NotEnoughReplicasException", "NotEnoughReplicasAfterAppendException" ->
                " (too few brokers are" + " up: min.insync.replicas)";
            case "UnknownTopicOrPartitionException", "UnknownTopicIdException" -> " (the topic was deleted)";
            case "DrainTimeOver" -> " (not acknowledged within --drain-timeout)";
            default -> "";
        };
    }

    /** Kafka's name for the reason. Its words would name topic and partition. */
    static String name(Throwable reason) {
        return reason.getClass().getSimpleName();
    }
}
