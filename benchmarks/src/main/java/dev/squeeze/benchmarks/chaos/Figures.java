package dev.squeeze.benchmarks.chaos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What one campaign has promised, injected and found so far. Thread-safe. */
final class Figures {
    private final String campaign;
    private final Map<String, Long> faults = new TreeMap<>();
    private final Map<String, Long> unexplained = new TreeMap<>();
    private final Map<String, Long> unnoticed = new TreeMap<>();
    private final Map<String, Long> notes = new TreeMap<>();
    private long episodes;
    private long inconclusive;
    private long promises;
    private long excused;
    private long lost;
    private long doubled;

    Figures(String campaign) {
        this.campaign = campaign;
    }

    String campaign() {
        return campaign;
    }

    synchronized void episode() {
        episodes++;
    }

    /**
     * An episode whose brokers or producers failed by themselves, so that it is no evidence about the program under
     * test.
     */
    synchronized void inconclusive(String why) {
        inconclusive++;
        notes.merge("inconclusive: " + why, 1L, Long::sum);
    }

    synchronized void fault(String kind) {
        faults.merge(kind, 1L, Long::sum);
    }

    synchronized void promised(long records) {
        promises += records;
    }

    /** Promises that a fault inevitably revoked, such as those of a deleted topic. */
    synchronized void excused(long records) {
        excused += records;
    }

    synchronized void lost(long records) {
        lost += records;
    }

    synchronized void doubled(long records) {
        doubled += records;
    }

    /** A difference other than a lost or duplicated record: something that should not be there, or is missing. */
    synchronized void unexplained(String what, long count) {
        if (count > 0) {
            unexplained.merge(what, count, Long::sum);
        }
    }

    /** A change of the source that should have been reported and was not. */
    synchronized void unnoticed(String what) {
        unnoticed.merge(what, 1L, Long::sum);
    }

    /** Not a finding, but worth knowing. */
    synchronized void note(String what, long count) {
        if (count > 0) {
            notes.merge(what, count, Long::sum);
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Number of findings; an episode is clean if it adds none. */
    synchronized long findings() {
        return lost + doubled + sum(unexplained) + sum(unnoticed);
    }

    /** Whether at least half of the episodes give a verdict on the program under test. */
    synchronized boolean hasVerdict() {
        return episodes > 0 && 2 * inconclusive <= episodes;
    }

    synchronized String line() {
        return String.format(
                Locale.ROOT,
                "%s: %d episodes (%d inconclusive), %,d promised, %,d faults, %,d lost, %,d doubled, %,d unexplained, %,d unnoticed",
                campaign,
                episodes,
                inconclusive,
                promises,
                sum(faults),
                lost,
                doubled,
                sum(unexplained),
                sum(unnoticed));
    }

    synchronized String table() {
        StringBuilder text = new StringBuilder();
        text.append("\n## ").append(campaign).append("\n\n");
        row(text, "episodes", episodes);
        row(text, "episodes without a verdict", inconclusive);
        row(text, "records promised", promises);
        row(text, "of them excused (their topic was deleted, ...)", excused);
        row(text, "faults injected", sum(faults));
        faults.forEach((kind, count) -> row(text, "  " + kind, count));
        row(text, "lost", lost);
        row(text, "doubled", doubled);
        row(text, "unexplained", sum(unexplained));
        unexplained.forEach((what, count) -> row(text, "  " + what, count));
        row(text, "unnoticed", sum(unnoticed));
        unnoticed.forEach((what, count) -> row(text, "  " + what, count));
        if (!notes.isEmpty()) {
            text.append("notes\n");
            notes.forEach((what, count) -> row(text, "  " + what, count));
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String what, long count) {
        text.append(String.format(Locale.ROOT, "%-60s %,12d%n", what, count));
    }

    synchronized ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("campaign", campaign);
        node.put("episodes", episodes);
        node.put("inconclusive", inconclusive);
        node.put("promises", promises);
        node.put("excused", excused);
        node.put("lost", lost);
        node.put("doubled", doubled);
        put(node.putObject("faults"), faults);
        put(node.putObject("unexplained"), unexplained);
        put(node.putObject("unnoticed"), unnoticed);
        put(node.putObject("notes"), notes);
        return node;
    }

    private static void put(ObjectNode node, Map<String, Long> counts) {
        counts.forEach(node::put);
    }
}
