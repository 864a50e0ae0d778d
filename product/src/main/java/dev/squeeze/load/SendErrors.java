package dev.squeeze.load;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/** Counts records that were given up, by reason. Any thread may add. */
final class SendErrors {
    private static final int MOST_KINDS = 50;

    private final Map<String, Kind> kinds = new TreeMap<>();

    private record Kind(long records, String example) {}

    synchronized void add(Throwable reason) {
        String name = reason.getClass().getSimpleName();
        Kind known = kinds.get(name);
        if (known != null) {
            kinds.put(name, new Kind(known.records() + 1, known.example()));
        } else if (kinds.size() < MOST_KINDS) {
            kinds.put(name, new Kind(1, words(reason)));
        }
    }

    synchronized void add(SendErrors other) {
        other.kinds.forEach((name, kind) ->
                kinds.merge(name, kind, (mine, more) -> new Kind(mine.records() + more.records(), mine.example())));
    }

    synchronized boolean isEmpty() {
        return kinds.isEmpty();
    }

    synchronized long records() {
        return kinds.values().stream().mapToLong(Kind::records).sum();
    }

    /** For example {@code 12 records: RecordTooLargeException: ...; raise max.message.bytes ...}. */
    synchronized List<String> messages() {
        return kinds.entrySet().stream()
                .map(entry -> String.format(
                        Locale.ROOT,
                        "%,d records were not taken: %s (%s)",
                        entry.getValue().records(),
                        entry.getValue().example(),
                        entry.getKey()))
                .toList();
    }

    private static String words(Throwable reason) {
        String message = String.valueOf(reason.getMessage()).replaceAll("\\s*\\R\\s*", " ");
        if (reason instanceof RecordTooLargeException || reason instanceof RecordBatchTooLargeException) {
            return message
                    + " To let them through, give --topic-config max.message.bytes=BYTES and --producer-property"
                    + " max.request.size=BYTES";
        }
        if (reason instanceof TimeoutException) {
            return message + " The broker did not keep up or did not answer: look at its log, or raise --timeout";
        }
        return message;
    }
}
