package dev.squeeze.benchmarks.stability;

import dev.squeeze.benchmarks.Quantile;
import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.benchmarks.Table;
import dev.squeeze.kit.document.CsvTable;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Differences between the answers of repeated runs, by source. */
final class StabilityReport {
    private final List<Advice> all;

    StabilityReport(List<Advice> all) {
        this.all = List.copyOf(all);
    }

    /** A Markdown table with one row per source, and one for all of them. */
    String render() {
        Table table = new Table(
                3,
                "source",
                "recommended (runs)",
                "step of the ladder (runs)",
                "runs",
                "agree %",
                "saving, range %",
                "wall s, median",
                "under load, median",
                "wall s, range");
        bySource()
                .forEach((source, runs) -> table.row(
                        SourceRecords.shortName(source),
                        counted(runs, Advice::settings),
                        counted(runs, Advice::step),
                        String.valueOf(runs.size()),
                        Table.percent(agreement(runs)),
                        savingRange(runs),
                        median(runs, false),
                        median(runs, true),
                        range(runs)));
        return table.render();
    }

    /** The share of runs that agree, over the sources: its mean and minimum. */
    String summary() {
        List<Double> shares =
                bySource().values().stream().map(StabilityReport::agreement).toList();
        return Table.number(
                "Runs that agree on the settings: %s %% of a source on average, %s %% at least.",
                Table.percent(shares.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0)),
                Table.percent(shares.isEmpty() ? 0 : Collections.min(shares)));
    }

    String csv() {
        CsvTable table =
                new CsvTable("source", "seed", "under_load", "settings", "step", "saving_per_month", "wall_seconds");
        all.forEach(run -> table.row(
                SourceRecords.shortName(run.source()),
                run.seed(),
                run.underLoad(),
                run.settings(),
                run.step(),
                run.saving(),
                run.wallSeconds()));
        return table.text();
    }

    private Map<String, List<Advice>> bySource() {
        return all.stream().collect(Collectors.groupingBy(Advice::source, LinkedHashMap::new, Collectors.toList()));
    }

    /** Share of the runs that give the most frequent settings. */
    static double agreement(List<Advice> runs) {
        return (double) Collections.max(counts(runs, Advice::settings).values()) / runs.size();
    }

    /** By how much the largest saving exceeds the smallest; undefined if there is no saving in some run. */
    static String savingRange(List<Advice> runs) {
        double min = runs.stream().mapToDouble(Advice::saving).min().orElseThrow();
        double max = runs.stream().mapToDouble(Advice::saving).max().orElseThrow();
        return min > 0 ? Table.percent(max / min - 1) : min == max ? Table.percent(0) : "-";
    }

    private static Map<String, Long> counts(List<Advice> runs, Function<Advice, String> what) {
        return runs.stream().collect(Collectors.groupingBy(what, LinkedHashMap::new, Collectors.counting()));
    }

    private static String counted(List<Advice> runs, Function<Advice, String> what) {
        return counts(runs, what).entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    private static String median(List<Advice> runs, boolean underLoad) {
        double[] seconds = seconds(
                runs.stream().filter(run -> run.underLoad() == underLoad).toList());
        return seconds.length == 0 ? "-" : Table.number("%.1f", Quantile.of(seconds, 0.5));
    }

    private static String range(List<Advice> runs) {
        double[] seconds = seconds(runs);
        return Table.number("%.1f to %.1f", seconds[0], seconds[seconds.length - 1]);
    }

    private static double[] seconds(List<Advice> runs) {
        return runs.stream().mapToDouble(Advice::wallSeconds).sorted().toArray();
    }
}
