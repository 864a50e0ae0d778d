package dev.squeeze.benchmarks.compatibility;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Markdown page: what works where, and notes. */
final class CompatibilityPage {
    private final List<Implementation> implementations;
    private final Map<String, Examined> examined;
    private final String versions;
    /** By text: the same words get the same number. */
    private final Map<String, Integer> notes = new LinkedHashMap<>();

    /** @param examined by the implementation's name */
    CompatibilityPage(List<Implementation> implementations, Map<String, Examined> examined, String versions) {
        this.implementations = implementations.stream()
                .filter(implementation -> examined.containsKey(implementation.name()))
                .toList();
        this.examined = examined;
        this.versions = versions;
    }

    String render() {
        StringBuilder page = new StringBuilder();
        page.append("# What works with which broker\n\n");
        page.append(
                "Made by running it: `benchmarks/run compatibility --output docs/compatibility.md` gets each broker from"
                        + " its package registry, starts it on loopback, fills topics with Kafka's own producer (every codec, keys and"
                        + " no keys, committed and aborted transactions), runs `./squeeze` against it and checks the result.\n\n");
        page.append(versions).append("\n\n");
        page.append(table());
        page.append("\n`works` with a number: done, and the result is right, without what the note says. `refused`: the"
                + " program says what the broker lacks, and does nothing. `fails`: anything else. `not tried`: Kafka's own clients could not"
                + " fill the topics, so there was nothing to try it on.\n\n");
        if (!notes.isEmpty()) {
            page.append("## Notes\n\n");
            notes.forEach((text, number) ->
                    page.append(number).append(". ").append(text).append('\n'));
            page.append('\n');
        }
        page.append(checks()).append(brokers());
        return page.toString();
    }

    private String table() {
        List<String> head = new ArrayList<>(List.of("command"));
        implementations.forEach(implementation -> head.add(implementation.name()));
        StringBuilder table = new StringBuilder(row(head));
        table.append("|---".repeat(head.size())).append("|\n");
        for (Check check : Checks.all()) {
            List<String> cells = new ArrayList<>(List.of(check.title()));
            for (Implementation implementation : implementations) {
                cells.add(cell(examined.get(implementation.name()).outcomes().get(check.title())));
            }
            table.append(row(cells));
        }
        return table.toString();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private String cell(@Nullable Outcome outcome) {
        if (outcome == null) {
            return "not tried";
        }
        String label = outcome.verdict().label();
        return outcome.note().isEmpty() ? label : label + " " + number(outcome.note());
    }

    private int number(String note) {
        // Ports differ from run to run.
        String text = note.replaceAll("127\\.0\\.0\\.1:\\d+", "HOST:PORT").replaceAll("\\s*\\R\\s*", " ");
        return notes.computeIfAbsent(text, unused -> notes.size() + 1);
    }

    private static String checks() {
        StringBuilder text = new StringBuilder("## What is checked\n\n| command | works means |\n|---|---|\n");
        Checks.all().forEach(check -> text.append(row(List.of(check.title(), check.proof()))));
        return text.append('\n').toString();
    }

    private String brokers() {
        StringBuilder text = new StringBuilder(
                "## The brokers\n\nEach runs as one broker on loopback, on the same Java as the program.\n\n"
                        + "| broker | run on | where it comes from | what Kafka's own clients could not do there |\n|---|---|---|---|\n");
        for (Implementation implementation : implementations) {
            Examined one = examined.get(implementation.name());
            List<String> unwritten = new ArrayList<>();
            one.unwritten().forEach((what, why) -> unwritten.add(what + " (" + why + ")"));
            text.append(row(List.of(
                    one.name(),
                    one.date(),
                    implementation.obtained(),
                    unwritten.isEmpty() ? "nothing" : String.join("; ", unwritten))));
        }
        return text.toString();
    }
}
