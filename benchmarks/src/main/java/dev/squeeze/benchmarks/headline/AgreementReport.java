package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.Quantile;
import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.benchmarks.Table;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** All cases as Markdown. */
final class AgreementReport {
    private static final int WORST = 10;

    private final List<Agreement> all;
    private final List<Agreement> valid;

    AgreementReport(List<Agreement> all) {
        this.all = List.copyOf(all);
        this.valid = all.stream().filter(one -> one.problem().isEmpty()).toList();
    }

    String render() {
        StringBuilder text = new StringBuilder();
        text.append("\n## All cases\n\n").append(cases(all));
        if (valid.isEmpty()) {
            return text.append("\nNo case counts.\n").toString();
        }
        text.append("\n## Errors, predicted over live\n\n").append(summary());
        Map<String, Function<Agreement, String>> groups = new LinkedHashMap<>();
        groups.put("keys", one -> HeadlineCase.name(one.file().keys()));
        groups.put("arrivals", one -> HeadlineCase.name(one.of().arrivals()));
        groups.put("rate", one -> HeadlineCase.name(one.of().rate()));
        groups.put("partitions", one -> String.valueOf(one.of().partitions()));
        groups.put("producers", one -> String.valueOf(one.of().producers()));
        groups.put("program", one -> HeadlineCase.name(one.of().program()));
        groups.put("codec", one -> one.of().codec().toString());
        groups.put("batch.size", one -> String.valueOf(one.of().batchSizeBytes()));
        groups.put("linger.ms", one -> String.valueOf(one.of().lingerMillis()));
        text.append("\n## By dimension (median and worst absolute error)\n\n").append(byGroup(groups));
        text.append("\n## The worst by records per batch\n\n").append(cases(worst(Agreement::recordsError)));
        text.append("\n## The worst by stored bytes\n\n").append(cases(worst(Agreement::storedError)));
        return text.toString();
    }

    private List<Agreement> worst(ToDoubleFunction<Agreement> error) {
        return valid.stream()
                .sorted(Comparator.comparingDouble((Agreement one) -> -Math.abs(error.applyAsDouble(one))))
                .limit(WORST)
                .toList();
    }

    private String summary() {
        Table table = new Table(1, "quantity", "n", "median %", "90th percentile %", "worst %", "bias %", "held");
        summary(table, "records per batch", Agreement::recordsError, Agreement::recordsHeld);
        summary(table, "stored bytes per record", Agreement::storedError, Agreement::storedHeld);
        return table.render();
    }

    private void summary(
            Table table,
            String quantity,
            ToDoubleFunction<Agreement> error,
            Function<Agreement, Optional<Boolean>> held) {
        double[] sizes = sizes(valid, error);
        List<Boolean> known = valid.stream().map(held).flatMap(Optional::stream).toList();
        table.row(
                quantity,
                String.valueOf(sizes.length),
                Table.percent(Quantile.of(sizes, 0.5)),
                Table.percent(Quantile.of(sizes, 0.9)),
                Table.percent(sizes[sizes.length - 1]),
                Table.number(
                        "%+.2f",
                        100 * valid.stream().mapToDouble(error).average().orElse(0)),
                known.isEmpty()
                        ? "no intervals"
                        : known.stream().filter(yes -> yes).count() + " of " + known.size());
    }

    private String byGroup(Map<String, Function<Agreement, String>> groups) {
        Table table = new Table(2, "dimension", "value", "n", "records per batch %", "stored bytes %");
        groups.forEach(
                (dimension, group) -> valid.stream()
                        .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()))
                        .entrySet()
                        .stream()
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(entry -> table.row(
                                dimension,
                                entry.getKey(),
                                String.valueOf(entry.getValue().size()),
                                medianAndWorst(entry.getValue(), Agreement::recordsError),
                                medianAndWorst(entry.getValue(), Agreement::storedError))));
        return table.render();
    }

    private static String medianAndWorst(List<Agreement> of, ToDoubleFunction<Agreement> error) {
        double[] sizes = sizes(of, error);
        return Table.number("%.1f / %.1f", 100 * Quantile.of(sizes, 0.5), 100 * sizes[sizes.length - 1]);
    }

    private static double[] sizes(List<Agreement> of, ToDoubleFunction<Agreement> error) {
        return of.stream()
                .mapToDouble(one -> Math.abs(error.applyAsDouble(one)))
                .sorted()
                .toArray();
    }

    private static String cases(List<Agreement> some) {
        Table table = new Table(
                6,
                "case",
                "data",
                "keys",
                "arrivals",
                "program",
                "settings",
                "records/s",
                "partitions",
                "producers",
                "records per batch",
                "live",
                "error %",
                "held",
                "stored bytes",
                "live",
                "error %",
                "held");
        for (Agreement one : some) {
            HeadlineCase of = one.of();
            table.row(
                    of.number() + (one.problem().isEmpty() ? "" : " (invalid)"),
                    SourceRecords.shortName(of.source()),
                    HeadlineCase.name(one.file().keys())
                            + one.file().keyField().map(field -> " " + field).orElse(""),
                    HeadlineCase.name(of.arrivals()),
                    HeadlineCase.name(of.program()),
                    Table.number("%s %d %d", of.codec(), of.batchSizeBytes(), of.lingerMillis()),
                    String.valueOf(one.file().recordsPerSecond()),
                    String.valueOf(of.partitions()),
                    String.valueOf(of.producers()),
                    Table.number("%.2f", one.predicted().recordsPerBatch()),
                    Table.number("%.2f", one.live().recordsPerBatch()),
                    Table.number("%+.1f", 100 * one.recordsError()),
                    held(one.recordsHeld()),
                    Table.number("%.1f", one.predicted().storedBytesPerRecord()),
                    Table.number("%.1f", one.live().storedBytesPerRecord()),
                    Table.number("%+.1f", 100 * one.storedError()),
                    held(one.storedHeld()));
        }
        return table.render();
    }

    private static String held(Optional<Boolean> held) {
        return held.map(yes -> yes ? "yes" : "no").orElse("-");
    }
}
