package dev.squeeze.engine.load;

import dev.squeeze.kit.kafka.FailureWords;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/** Counts records that were given up, by reason. Thread-safe. */
final class SendErrors {
    private static final int MAX_KINDS = 50;

    private final Map<String, Kind> kinds = new TreeMap<>();

    /**
     * Failures that share a reason.
     *
     * @param example message of the first one
     */
    record Kind(long records, String example) {
        Kind plus(Kind more) {
            return new Kind(records + more.records, example);
        }
    }

    synchronized void add(Throwable reason) {
        String name = reason.getClass().getSimpleName();
        Kind known = kinds.get(name);
        // The message is built only for the first of its kind: millions may follow.
        add(name, known == null ? words(reason) : known.example(), 1);
    }

    /** @param kind Kafka's name for the reason */
    synchronized void add(String kind, String words, long records) {
        Kind known = kinds.get(kind);
        if (known != null || kinds.size() < MAX_KINDS) {
            kinds.merge(kind, new Kind(records, words), Kind::plus);
        }
    }

    void add(SendErrors other) {
        Map<String, Kind> more = other.copy();
        synchronized (this) {
            more.forEach((name, kind) -> kinds.merge(name, kind, Kind::plus));
        }
    }

    /** By Kafka's name for the reason. */
    synchronized Map<String, Kind> copy() {
        return new TreeMap<>(kinds);
    }

    synchronized boolean isEmpty() {
        return kinds.isEmpty();
    }

    synchronized long records() {
        return kinds.values().stream().mapToLong(Kind::records).sum();
    }

    /** Messages such as {@code 12 records were not accepted: ... (RecordTooLargeException)}. */
    synchronized List<String> messages() {
        return kinds.entrySet().stream()
                .map(entry -> words(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String words(String name, Kind kind) {
        // If a library has no name for the error, its message is the name.
        String reason = name.endsWith(kind.example()) ? name : kind.example() + " (" + name + ")";
        return String.format(
                Locale.ROOT,
                "%,d record%s not accepted: %s",
                kind.records(),
                kind.records() == 1 ? " was" : "s were",
                reason);
    }

    private static String words(Throwable reason) {
        if (reason instanceof Error) {
            return FailureWords.of(reason);
        }
        String message = String.valueOf(reason.getMessage()).replaceAll("\\s*\\R\\s*", " ");
        if (reason instanceof RecordTooLargeException || reason instanceof RecordBatchTooLargeException) {
            return message
                    + " To allow them, give --topic-config max.message.bytes=BYTES and --producer-property"
                    + " max.request.size=BYTES";
        }
        if (reason instanceof TimeoutException) {
            return message + " The broker did not keep up or did not answer: look at its log, or raise --timeout";
        }
        return message;
    }
}
