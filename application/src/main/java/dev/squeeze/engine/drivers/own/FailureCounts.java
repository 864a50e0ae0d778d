package dev.squeeze.engine.drivers.own;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts failures by exception class, each with the message of the first: messages contain offsets and topic names, so
 * that hardly two are equal.
 */
final class FailureCounts {
    private record Kind(String words, long count) {}

    private final Map<String, Kind> kinds = new TreeMap<>();

    void add(Exception failure) {
        String name = failure.getClass().getSimpleName();
        Kind known = kinds.get(name);
        // The message is built only for the first of its kind: millions may follow.
        add(name, known == null ? name + ": " + failure.getMessage() : known.words(), 1);
    }

    void add(String name, String words, long count) {
        kinds.merge(
                name, new Kind(words, count), (known, more) -> new Kind(known.words(), known.count() + more.count()));
    }

    void addTo(ArrayNode errors) {
        kinds.values()
                .forEach(kind -> errors.addObject().put("name", kind.words()).put("count", kind.count()));
    }
}
