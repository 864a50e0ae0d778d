package dev.squeeze.benchmarks;

import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The tables of interval coverage. Half widths and errors are per cent of the ratio. */
final class CoverageReport {
    private static final int WORST_SHOWN = 15;

    private final List<Comparison> all;

    CoverageReport(List<Comparison> comparisons) {
        this.all = List.copyOf(comparisons);
    }

    String render() {
        StringBuilder text = new StringBuilder();
        text.append("\n## By file\n\n").append(groups("file", Comparison::file));
        text.append("\n## By batch size\n\n")
                .append(groups("batch size", Comparison::batchBytes, size -> new ByteCount(size).toString()));
        text.append("\n## By codec\n\n")
                .append(groups("codec", comparison -> comparison.codec().type(), type -> type.label()));
        text.append("\n## By seed\n\n").append(groups("seed", Comparison::seed));
        text.append("\n## Largest half widths\n\n").append(widest());
        text.append("\n## Not covered, farthest first\n\n").append(missed());
        return text.toString();
    }

    /** One line per comparison, for tools. */
    String csv() {
        StringBuilder text = new StringBuilder(
                "file,seed,codec,batch_bytes,estimate,low,high,batches,exact,truth,covered,half_width,error,reason\n");
        for (Comparison comparison : all) {
            text.append(Table.number(
                    "%s,%d,%s,%d,%.9g,%.9g,%.9g,%d,%s,%.9g,%s,%.6g,%.6g,\"%s\"%n",
                    comparison.file(),
                    comparison.seed(),
                    comparison.codec(),
                    comparison.batchBytes(),
                    comparison.interval().estimate(),
                    comparison.interval().low(),
                    comparison.interval().high(),
                    comparison.interval().n(),
                    comparison.interval().exact(),
                    comparison.truth(),
                    comparison.covered(),
                    comparison.halfWidth(),
                    comparison.error(),
                    comparison.reason()));
        }
        return text.toString();
    }

    private <K extends Comparable<K>> String groups(String title, Function<Comparison, K> key) {
        return groups(title, key, Object::toString);
    }

    private <K extends Comparable<K>> String groups(
            String title, Function<Comparison, K> key, Function<K, String> name) {
        Table table = new Table(
                1,
                title,
                "compared",
                "covered %",
                "of them exact",
                "estimated",
                "covered %",
                "half width median %",
                "p90 %",
                "max %",
                "mean error %");
        Map<K, List<Comparison>> groups = new TreeMap<>();
        for (Comparison comparison : all) {
            groups.computeIfAbsent(key.apply(comparison), unused -> new ArrayList<>())
                    .add(comparison);
        }
        groups.forEach((group, members) -> row(table, name.apply(group), members));
        row(table, "all", all);
        return table.render();
    }

    private static void row(Table table, String name, List<Comparison> members) {
        List<Comparison> estimated = members.stream()
                .filter(comparison -> !comparison.interval().exact())
                .toList();
        double[] halfWidths =
                estimated.stream().mapToDouble(Comparison::halfWidth).sorted().toArray();
        table.row(
                name,
                Integer.toString(members.size()),
                covered(members),
                Integer.toString(members.size() - estimated.size()),
                Integer.toString(estimated.size()),
                covered(estimated),
                quantile(halfWidths, 0.5),
                quantile(halfWidths, 0.9),
                quantile(halfWidths, 1),
                estimated.isEmpty()
                        ? "-"
                        : Table.number(
                                "%+.3f",
                                100
                                        * estimated.stream()
                                                .mapToDouble(Comparison::error)
                                                .average()
                                                .orElse(0)));
    }

    private static String covered(List<Comparison> members) {
        long covered = members.stream().filter(Comparison::covered).count();
        return members.isEmpty() ? "-" : Table.number("%.1f", 100.0 * covered / members.size());
    }

    /** By the nearest rank. */
    private static String quantile(double[] sorted, double share) {
        return sorted.length == 0
                ? "-"
                : Table.percent(sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)]);
    }

    private String widest() {
        return listed(all.stream()
                .filter(comparison -> !comparison.interval().exact())
                .sorted(Comparator.comparingDouble(Comparison::halfWidth).reversed())
                .toList());
    }

    private String missed() {
        List<Comparison> missed = all.stream()
                .filter(comparison -> !comparison.covered())
                .sorted(Comparator.comparingDouble(Comparison::halfWidthsOff).reversed())
                .toList();
        return listed(missed)
                + (missed.size() > WORST_SHOWN ? "\n" + (missed.size() - WORST_SHOWN) + " more are not shown.\n" : "");
    }

    private static String listed(List<Comparison> rows) {
        Table table = new Table(
                2,
                "file",
                "setting",
                "batch size",
                "seed",
                "batches",
                "half width %",
                "error %",
                "half widths off",
                "reason");
        rows.stream()
                .limit(WORST_SHOWN)
                .forEach(comparison -> table.row(
                        comparison.file(),
                        comparison.codec().toString(),
                        new ByteCount(comparison.batchBytes()).toString(),
                        Long.toString(comparison.seed()),
                        Long.toString(comparison.interval().n()),
                        Table.percent(comparison.halfWidth()),
                        Table.number("%+.2f", 100 * comparison.error()),
                        Table.number("%.2f", comparison.halfWidthsOff()),
                        comparison.reason()));
        return rows.isEmpty() ? "None.\n" : table.render();
    }
}
