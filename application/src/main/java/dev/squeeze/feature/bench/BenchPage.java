package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code squeeze bench} and {@code squeeze run} as a page. */
public final class BenchPage {
    private final BenchResult result;
    private final BenchCharts charts;

    private BenchPage(BenchResult result) {
        this.result = result;
        this.charts = new BenchCharts(result);
    }

    public static PageContent of(BenchResult result) {
        return new BenchPage(result).content();
    }

    private PageContent content() {
        List<Element> support = new ArrayList<>();
        result.plan().description().ifPresent(words -> support.add(PageParts.support(words)));
        support.add(PageParts.support(basis()));
        support.addAll(PageParts.caveats("Not to be quoted, or missed", trouble()));
        if (!charts.quoted().isEmpty()) {
            support.add(PageParts.tiles(
                    charts.quoted().stream().limit(6).map(this::tile).toList()));
        }
        return new PageContent(result.plan().name().orElse(result.source().source()), verdict(), support, sections());
    }

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        add(sections, "Against the baseline", charts.comparisons());
        add(sections, "Throughput", charts.throughput());
        add(sections, "CPU by role", charts.cpu());
        add(sections, "Latency", charts.latencies());
        add(sections, "Over time", charts.overTime());
        add(
                sections,
                "Foretold beside measured",
                ForecastRows.charts(result.forecasts().stream()
                        .flatMap(one -> one.checks().stream().map(check -> new ForecastRows.Row(one.arm(), check)))
                        .toList()));
        add(sections, "The search for the highest rate", charts.searches());
        Map<String, TextTable> tables = new LinkedHashMap<>();
        Map<String, List<String>> lines = new LinkedHashMap<>();
        BenchReport report = new BenchReport(result);
        report.tables(tables::put);
        report.sections(lines::put);
        List<Element> figures = new ArrayList<>();
        tables.forEach((title, table) -> figures.add(table.html(title)));
        add(sections, "All figures", figures);
        List<Element> words = new ArrayList<>();
        lines.forEach((title, more) -> {
            words.add(PageParts.heading(title));
            words.add(PageParts.lines(more));
        });
        add(sections, "Notes", words);
        sections.add(new Section("How it was run", List.of(PageParts.lines(BenchHeader.lines(result)))));
        return sections;
    }

    private static void add(List<Section> sections, String title, List<Element> content) {
        if (!content.isEmpty()) {
            sections.add(new Section(title, content));
        }
    }

    private String basis() {
        return String.format(
                Locale.ROOT,
                "%s%s; everything that was acknowledged was read back. Intervals are at 95 %%.",
                result.cluster().embedded() ? "Brokers on this machine" : "The user's cluster",
                result.plan().rounds() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", %,d rounds that count, each arm in each of them",
                                result.plan().rounds()));
    }

    private List<String> trouble() {
        List<String> lines = new ArrayList<>();
        result.plan().failure().ifPresent(why -> lines.add("The run ended early: " + why));
        if (result.plan().interrupted()) {
            lines.add("The run was interrupted: this is what was measured until then.");
        }
        new BenchReport(result).failed((title, more) -> lines.addAll(more));
        result.thresholds().stream()
                .filter(threshold -> !threshold.met())
                .forEach(threshold -> lines.add("missed: " + threshold.demand() + " for " + threshold.arm()));
        return lines;
    }

    private PageParts.Tile tile(ArmInfo arm) {
        String ratio = charts.metric(arm, Metric.RATIO)
                .map(metric -> new Ratio(metric.estimate()) + " in the log")
                .orElse("");
        return new PageParts.Tile(
                arm.label() + ", records/s",
                charts.metric(arm, Metric.RECORDS_PER_SECOND)
                        .map(metric -> Figures.number(metric.estimate()))
                        .orElse("-"),
                charts.metric(arm, Metric.RECORDS_PER_SECOND)
                                .filter(metric -> metric.relativeHalfWidth().isPresent())
                                .map(metric -> Figures.percent(
                                                metric.relativeHalfWidth().getAsDouble()) + "; ")
                                .orElse("")
                        + ratio);
    }

    private String verdict() {
        Optional<SearchInfo> highest = result.searches().stream()
                .filter(search -> search.problems().isEmpty()
                        && search.sustainedRecordsPerSecond().isPresent())
                .max(Comparator.comparingDouble(
                        search -> search.sustainedRecordsPerSecond().orElseThrow()));
        if (highest.isPresent()) {
            return searched(highest.get());
        }
        Optional<ArmInfo> densest = charts.quoted().stream()
                .filter(arm -> charts.metric(arm, Metric.RATIO).isPresent())
                .max(Comparator.comparingDouble(
                        arm -> charts.metric(arm, Metric.RATIO).orElseThrow().estimate()));
        if (densest.isEmpty()) {
            return charts.quoted().isEmpty() ? "Nothing here may be quoted." : "No arm came to its end.";
        }
        return compared(densest.get());
    }

    private static String searched(SearchInfo search) {
        return String.format(
                Locale.ROOT,
                "%s sustains the highest rate: %,.0f records/s%s%s.",
                search.arm(),
                search.sustainedRecordsPerSecond().orElseThrow(),
                search.complete() ? "" : ", not confirmed",
                search.limit().map(limit -> ", limited by " + limit.part()).orElse(""));
    }

    /** The arm that makes the least bytes, and what that costs against the baseline. */
    private String compared(ArmInfo densest) {
        String ratio =
                new Ratio(charts.metric(densest, Metric.RATIO).orElseThrow().estimate()).toString();
        List<String> clauses = new ArrayList<>();
        List<String> alike = new ArrayList<>();
        compare(densest, Metric.RECORDS_PER_SECOND, "records/s", clauses, alike);
        compare(densest, Metric.PRODUCER_CPU, "producer CPU", clauses, alike);
        if (!alike.isEmpty()) {
            clauses.add("no difference in " + String.join(" or ", alike) + " was detected");
        }
        String records = charts.metric(densest, Metric.RECORDS_PER_SECOND)
                .map(metric -> String.format(Locale.ROOT, " at %,.0f records/s", metric.estimate()))
                .orElse("");
        return densest.label() + " makes the fewest bytes, " + ratio + " in the log"
                + (clauses.isEmpty()
                        ? records
                        : "; against " + result.comparisons().get(0).baseline() + " " + String.join(", ", clauses))
                + ".";
    }

    private void compare(ArmInfo arm, Metric metric, String words, List<String> clauses, List<String> alike) {
        result.comparisons().stream()
                .filter(one -> one.arm().equals(arm.label()) && one.metric().equals(metric.key()))
                .findFirst()
                .ifPresent(one -> {
                    if (one.difference()) {
                        clauses.add(String.format(
                                Locale.ROOT,
                                "%.2f times the %s (%.2f to %.2f)",
                                one.ratio(),
                                words,
                                one.low(),
                                one.high()));
                    } else {
                        alike.add(words);
                    }
                });
    }
}
