package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.DataTable;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The end of every page: the command, the data, the environment, and the document itself. */
final class RunSection {
    private RunSection() {}

    /** @param data id of the embedded document */
    static List<Element> of(Result result, String data) {
        List<Element> content = new ArrayList<>();
        content.add(PageParts.heading("Command"));
        content.add(PageParts.config(List.of(command(result.run().command()))));
        List<Element> detail = new ArrayList<>();
        detail.add(DataTable.of("Environment", environment(result), 1, true));
        if (result instanceof SampledResult sampled) {
            detail.add(DataTable.of("Data", data(sampled), 1, true));
        }
        content.add(PageParts.folded("Machine, versions and data", detail));
        content.add(PageParts.heading("How the numbers were obtained"));
        content.add(PageParts.lines(method(result)));
        content.add(Element.of("p")
                .add(Element.of("button", "script-only")
                        .with("type", "button")
                        .with("data-save", data)
                        .with("data-name", "squeeze-" + result.kind() + ".json")
                        .text("Save the JSON document")));
        return content;
    }

    /** Quoted for a shell. */
    private static String command(List<String> words) {
        return words.stream()
                .map(word -> word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    private static List<List<String>> environment(Result result) {
        Environment machine = result.run().environment();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", ""));
        rows.add(List.of(
                "started",
                result.run().startedAt()
                        + String.format(
                                Locale.ROOT, ", %.1f s in all", result.run().elapsedSeconds())));
        rows.add(List.of(
                "squeeze", machine.squeezeVersion() + ", document of schema version " + result.schemaVersion()));
        rows.add(List.of("kafka-clients", machine.kafkaVersion()));
        machine.libraries().forEach((library, version) -> rows.add(List.of(library, version)));
        rows.add(List.of("processor", machine.cores() + " cores of " + machine.processor()));
        rows.add(List.of(
                "memory",
                new ByteCount(machine.memoryBytes()) + "; maximum heap " + new ByteCount(machine.heapBytes())));
        rows.add(List.of("system", machine.operatingSystem()));
        rows.add(List.of("Java", machine.java()));
        if (machine.loadAverageBefore().isPresent()) {
            rows.add(List.of(
                    "load before",
                    String.format(
                            Locale.ROOT, "%.2f", machine.loadAverageBefore().getAsDouble())));
        }
        return rows;
    }

    private static List<List<String>> data(SampledResult result) {
        SourceInfo source = result.source();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", ""));
        rows.add(List.of("source", source.source()));
        rows.add(List.of("records", String.format(Locale.ROOT, "%,d (%s)", source.records(), source.format())));
        rows.add(List.of("keys and values", String.format(Locale.ROOT, "%,d bytes", source.payloadBytes())));
        rows.add(List.of(
                "record size in bytes",
                String.format(
                        Locale.ROOT,
                        "min %,d, median %,d, mean %,.0f, p99 %,d, max %,d",
                        source.recordBytes().min(),
                        source.recordBytes().median(),
                        source.recordBytes().mean(),
                        source.recordBytes().p99(),
                        source.recordBytes().max())));
        rows.add(List.of("sampling seed", Long.toString(source.seed())));
        return rows;
    }

    private static List<String> method(Result result) {
        List<String> lines = new ArrayList<>();
        lines.add("Ratios are uncompressed over compressed bytes of batches, including their 61-byte headers.");
        lines.add("Intervals are at 95 % unless stated otherwise; 1 MiB is 2^20 bytes, 1 GB is 10^9 bytes.");
        lines.addAll(result.method());
        lines.add(
                result.holdsContents()
                        ? "This page and the document contain record contents, as requested with --show-examples."
                        : "Neither this page nor the document contains record contents.");
        return lines;
    }
}
