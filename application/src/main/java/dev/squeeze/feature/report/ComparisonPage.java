package dev.squeeze.feature.report;

import dev.squeeze.kit.document.Conclusion;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.SampledResult;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Several results side by side: their verdicts, the ratio of each figure to the first result's, and differences in
 * conditions that make them hard to compare.
 */
final class ComparisonPage {
    /** Ratios closer to 1 than this count as equal: exact figures may differ by rounding. */
    private static final double ROUNDING = 1e-9;

    /** Conclusions longer than this, in characters, appear only in the table below the headline. */
    private static final int MAX_HEADLINE_LENGTH = 160;

    private final List<Result> results;
    private final TextTable unlike = new TextTable(1);
    private final TextTable alike = new TextTable(1);

    public ComparisonPage(List<Result> results) {
        this.results = List.copyOf(results);
    }

    /** The lead of the page, before the results themselves. */
    public List<Element> lead() {
        Optional<TextTable> table = figures();
        List<Element> content = new ArrayList<>();
        content.add(Element.of("p", "kicker").text("squeeze report \u00b7 " + results.size() + " results"));
        content.add(Element.of("h1", "verdict").text(concluded() + verdict(table.isPresent())));
        content.addAll(PageParts.caveats("Different conditions: compare with care", warnings()));
        conclusions().ifPresent(concluded -> content.add(concluded.html("Conclusions that differ")));
        TextTable says = new TextTable(3).wordsLast();
        says.row("", "result", "of", "says");
        for (int i = 0; i < results.size(); i++) {
            PageContent own = HtmlReport.content(results.get(i), "r" + (i + 1));
            says.row(letter(i), results.get(i).kind(), own.subject(), own.verdict());
        }
        content.add(says.html("The results, in the order given"));
        String caption =
                "Figures that all results have, and their ratio to those of A; 95 % intervals assume independent runs"
                        + " (for searched rates: the rates that held and failed)";
        if (different() > 0) {
            content.add(unlike.html(caption));
        }
        if (table.isPresent() && alike.rows() > 1) {
            content.add(PageParts.folded(
                    String.format(Locale.ROOT, "%,d figures that do not differ", alike.rows() - 1),
                    List.of(alike.html(caption))));
        }
        return content;
    }

    /** The conclusions that are not the same in all results, one row each; empty if all agree. */
    private Optional<TextTable> conclusions() {
        TextTable table = new TextTable(results.size() + 1);
        List<String> head = new ArrayList<>(List.of(""));
        Set<String> all = new LinkedHashSet<>();
        for (int i = 0; i < results.size(); i++) {
            head.add(letter(i));
            results.get(i).conclusions().forEach(conclusion -> all.add(conclusion.what()));
        }
        table.row(head);
        for (String what : all) {
            List<String> values = results.stream()
                    .map(result -> result.conclusions().stream()
                            .filter(conclusion -> conclusion.what().equals(what))
                            .map(Conclusion::value)
                            .findFirst()
                            .orElse("-"))
                    .toList();
            if (Set.copyOf(values).size() > 1) {
                List<String> row = new ArrayList<>(List.of(what));
                row.addAll(values);
                table.row(row);
            }
        }
        return table.rows() > 1 ? Optional.of(table) : Optional.empty();
    }

    /** Name of a result on the page: A, B and so on. */
    public static String letter(int index) {
        return index < 26 ? String.valueOf((char) ('A' + index)) : "#" + (index + 1);
    }

    /** The first conclusion of each result if they differ; empty if they agree, or are not about the same thing. */
    private String concluded() {
        List<Conclusion> first = results.stream()
                .flatMap(result -> result.conclusions().stream().limit(1))
                .toList();
        Set<String> what = new LinkedHashSet<>();
        Set<String> values = new LinkedHashSet<>();
        first.forEach(conclusion -> {
            what.add(conclusion.what());
            values.add(conclusion.value());
        });
        if (first.size() < results.size() || what.size() > 1 || values.size() < 2) {
            return "";
        }
        List<String> named = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            named.add(letter(i) + " " + first.get(i).value());
        }
        String all = String.join("; ", named);
        String about = what.iterator().next();
        return all.length() > MAX_HEADLINE_LENGTH
                ? "The results come to different conclusions. "
                : about.substring(0, 1).toUpperCase(Locale.ROOT) + about.substring(1) + ": " + all + ". ";
    }

    private String verdict(boolean compared) {
        if (!compared) {
            return results.size() + " results side by side; they have no figures in common that could be compared.";
        }
        return String.format(
                Locale.ROOT,
                "%,d of %,d figures that the %d results have in common differ beyond their intervals.",
                different(),
                different() + alike.rows() - 1,
                results.size());
    }

    private List<String> warnings() {
        List<String> lines = new ArrayList<>();
        differing(lines, "loads (neither throughput nor latency compares)", Result::load);
        differing(lines, "kinds", result -> result.kind());
        differing(lines, "versions of squeeze", result -> machine(result).squeezeVersion());
        differing(
                lines, "versions of Kafka's clients", result -> machine(result).kafkaVersion());
        differing(
                lines, "codec libraries", result -> machine(result).libraries().toString());
        differing(
                lines,
                "processors",
                result -> machine(result).cores() + " x " + machine(result).processor());
        differing(lines, "memory", result -> new ByteCount(machine(result).heapBytes()) + " of heap");
        differing(lines, "Java", result -> machine(result).java());
        differing(lines, "systems", result -> machine(result).operatingSystem());
        differing(
                lines,
                "data",
                result -> result instanceof SampledResult sampled
                        ? String.format(
                                Locale.ROOT,
                                "%s with %,d records of %,d bytes",
                                sampled.source().source(),
                                sampled.source().records(),
                                sampled.source().payloadBytes())
                        : "");
        return lines;
    }

    private static Environment machine(Result result) {
        return result.run().environment();
    }

    private void differing(List<String> lines, String what, java.util.function.Function<Result, String> property) {
        Set<String> values = new LinkedHashSet<>();
        results.forEach(result -> values.add(property.apply(result)));
        values.remove("");
        if (values.size() > 1) {
            lines.add("Different " + what + ": " + String.join("; ", values) + ".");
        }
    }

    /** A row for each figure that all results have; empty if there is none. */
    private Optional<TextTable> figures() {
        List<Map<String, ConfidenceInterval>> all =
                results.stream().map(ComparisonPage::figures).toList();
        Set<String> common = new LinkedHashSet<>(all.get(0).keySet());
        all.forEach(figures -> common.retainAll(figures.keySet()));
        if (common.isEmpty()) {
            return Optional.empty();
        }
        List<String> head = new ArrayList<>(List.of("figure"));
        for (int i = 0; i < results.size(); i++) {
            head.add(letter(i));
            if (i > 0) {
                head.add(letter(i) + " over A");
            }
        }
        unlike.row(head);
        alike.row(head);
        for (String name : common) {
            boolean differs = false;
            ConfidenceInterval first = named(all.get(0), name);
            List<String> row = new ArrayList<>(List.of(name, shown(first)));
            for (Map<String, ConfidenceInterval> figures : all.subList(1, all.size())) {
                ConfidenceInterval other = named(figures, name);
                row.add(shown(other));
                Quotient quotient = Quotient.of(first, other);
                row.add(quotient.text());
                differs |= quotient.differs();
            }
            (differs ? unlike : alike).row(row);
        }
        return Optional.of(unlike);
    }

    private static ConfidenceInterval named(Map<String, ConfidenceInterval> figures, String name) {
        return Optional.ofNullable(figures.get(name)).orElseThrow();
    }

    private static String shown(ConfidenceInterval figure) {
        return Figures.number(figure.estimate()) + (figure.exact() ? "" : " " + Figures.halfWidth(figure));
    }

    private int different() {
        return unlike.rows() - 1;
    }

    /** Ratio of one result's figure to another's, and whether the two differ beyond their intervals. */
    private record Quotient(String text, boolean differs) {
        /** Relative errors of independent figures are added in quadrature, on the logarithmic scale. */
        static Quotient of(ConfidenceInterval first, ConfidenceInterval other) {
            if (!(first.low() > 0 && other.low() > 0)) {
                // No ratio can be given if an interval reaches 0, but the figures may still differ.
                boolean apart = first.low() > other.high() || other.low() > first.high();
                return new Quotient(apart ? "not known, but different" : "not known", apart);
            }
            double times = other.estimate() / first.estimate();
            double low = times
                    / Math.exp(Math.hypot(
                            Math.log(other.estimate() / other.low()), Math.log(first.high() / first.estimate())));
            double high = times
                    * Math.exp(Math.hypot(
                            Math.log(other.high() / other.estimate()), Math.log(first.estimate() / first.low())));
            boolean differs = low > 1 + ROUNDING || high < 1 - ROUNDING;
            return new Quotient(
                    String.format(
                            Locale.ROOT, "%.2f (%.2f to %.2f)%s", times, low, high, differs ? "" : ", no difference"),
                    differs);
        }
    }

    /** Figures by title; those without an interval are left out, since differences could not be judged. */
    private static Map<String, ConfidenceInterval> figures(Result result) {
        Map<String, ConfidenceInterval> figures = new LinkedHashMap<>();
        for (Figure figure : result.figures()) {
            figure.value()
                    .interval()
                    .filter(interval -> interval.estimate() != 0)
                    .ifPresent(interval -> figures.put(figure.title(), interval));
        }
        return figures;
    }
}
