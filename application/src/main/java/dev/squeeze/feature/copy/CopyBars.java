package dev.squeeze.feature.copy;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Bar charts that compare the copies by bytes and CPU. */
final class CopyBars {
    private final List<CopyReport.Copy> copies;
    private final Function<CopyReport.Copy, Series> series;

    CopyBars(CopyReport report, Function<CopyReport.Copy, Series> series) {
        this.copies = report.copies();
        this.series = series;
    }

    /** Empty if no records were copied. */
    List<Element> figures() {
        List<Element> figures = new ArrayList<>();
        bytes().ifPresent(figures::add);
        cpu("CPU of compressing and sending", CopyReport.Copy::clientCpuSecondsPerMillion)
                .ifPresent(figures::add);
        cpu("CPU of all brokers", CopyReport.Copy::brokerCpuSecondsPerMillion).ifPresent(figures::add);
        return figures;
    }

    private Optional<Element> bytes() {
        List<CopyReport.Copy> filled =
                copies.stream().filter(copy -> copy.records() > 0).toList();
        if (filled.isEmpty()) {
            return Optional.empty();
        }
        double max = filled.stream()
                .mapToDouble(copy -> (double) Math.max(copy.bytes(), copy.sourceBytes()) / copy.records())
                .max()
                .orElse(1);
        BarChart chart =
                new BarChart("Stored bytes per record", "", Axis.linear("bytes/record", 0, max, Figures::axis));
        CopyReport.Copy first = filled.get(0);
        chart.row(bar("source", CopyCharts.SOURCE, (double) first.sourceBytes() / first.records()));
        filled.forEach(
                copy -> chart.row(bar(copy.codec(), series.apply(copy), (double) copy.bytes() / copy.records())));
        return Optional.of(chart.figure());
    }

    private static BarChart.Row bar(String name, Series series, double bytes) {
        String words = Figures.number(bytes);
        return new BarChart.Row(
                name, List.of(new BarChart.Part(series, bytes, name + ": " + words + " bytes")), bytes, bytes, words);
    }

    private Optional<Element> cpu(String title, Function<CopyReport.Copy, Optional<ConfidenceInterval>> figure) {
        List<CopyReport.Copy> known =
                copies.stream().filter(copy -> figure.apply(copy).isPresent()).toList();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        double max = known.stream()
                .mapToDouble(copy -> figure.apply(copy).orElseThrow().high())
                .max()
                .orElse(1);
        BarChart chart = new BarChart(
                title,
                "Bars are estimates, lines are 95 % intervals.",
                Axis.linear("CPU seconds per million records", 0, max, Figures::axis));
        for (CopyReport.Copy copy : known) {
            ConfidenceInterval cpu = figure.apply(copy).orElseThrow();
            chart.row(new BarChart.Row(
                    copy.codec(),
                    List.of(new BarChart.Part(
                            series.apply(copy), cpu.estimate(), copy.codec() + ": " + PageParts.span(cpu))),
                    cpu.low(),
                    cpu.high(),
                    Figures.number(cpu.estimate())));
        }
        return Optional.of(chart.figure());
    }
}
