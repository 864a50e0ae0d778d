package dev.squeeze.engine.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests that were not answered with success, by status. Thread-safe. */
final class RefusedRequests {
    private static final int MAX_EXAMPLE_LETTERS = 200;

    private final Map<String, Kind> kinds = new TreeMap<>();
    private final boolean quoted;

    /** @param quoted whether answers may be shown: a service that is not ours may echo what it was sent */
    RefusedRequests(boolean quoted) {
        this.quoted = quoted;
    }

    private record Kind(LongAdder requests, String example) {}

    synchronized void add(int status, byte[] body) {
        kinds.computeIfAbsent(String.valueOf(status), name -> new Kind(new LongAdder(), example(body)))
                .requests()
                .increment();
    }

    private String example(byte[] body) {
        if (!quoted) {
            return "";
        }
        String text = new String(
                body, 0, Math.min(body.length, MAX_EXAMPLE_LETTERS), java.nio.charset.StandardCharsets.UTF_8);
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    synchronized Map<String, Long> byStatus() {
        Map<String, Long> counts = new TreeMap<>();
        kinds.forEach((status, kind) -> counts.put(status, kind.requests().sum()));
        return counts;
    }

    /** The status and message of the first answer of each kind. */
    synchronized String examples() {
        StringBuilder words = new StringBuilder();
        kinds.forEach((status, kind) -> words.append(words.isEmpty() ? "" : "; ")
                .append(status)
                .append(kind.example().isEmpty() ? "" : " " + kind.example()));
        return words.toString();
    }
}
