package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.Wrapped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** An experiment with stages as text, Markdown and CSV: what was published and what was found first, then each stage. */
public final class ExperimentReport {
    static final String TABLE = "Published, and measured here";
    private static final int WIDTH = 120;

    private ExperimentReport() {}

    public static String text(ExperimentResult result) {
        StringBuilder text = new StringBuilder(result.experiment().name()).append("\n\n");
        head(result).forEach(line -> text.append(Wrapped.lines(line, "", "  ")));
        Sections.text(text, "Findings:", findingLines(result));
        TextTable table = table(result);
        if (!table.isEmpty()) {
            text.append('\n').append(TABLE).append(":\n").append(table.render("  ", WIDTH));
        }
        Sections.text(text, "Note:", notes(result));
        for (int i = 0; i < result.stages().size(); i++) {
            StageInfo stage = result.stages().get(i);
            text.append('\n').append("=== ").append(heading(result, i)).append(" ===\n\n");
            stageLines(stage).forEach(line -> text.append(Wrapped.lines(line, "", "  ")));
            stage.document().ifPresent(document -> text.append('\n').append(OutputFormat.TEXT.render(document)));
        }
        return text.append('\n').append(lastLine(result)).append('\n').toString();
    }

    public static String markdown(ExperimentResult result) {
        StringBuilder text = new StringBuilder("# squeeze run: ")
                .append(Markdown.text(result.experiment().name()))
                .append("\n\n");
        head(result).forEach(line -> text.append(Markdown.item(line)));
        Sections.markdown(text, "Findings", findingLines(result));
        TextTable table = table(result);
        if (!table.isEmpty()) {
            text.append("\n## ").append(TABLE).append("\n\n").append(table.markdown());
        }
        Sections.markdown(text, "Notes", notes(result));
        for (int i = 0; i < result.stages().size(); i++) {
            StageInfo stage = result.stages().get(i);
            Sections.markdown(text, heading(result, i), stageLines(stage));
            stage.document().map(OutputFormat.MARKDOWN::render).ifPresent(own -> text.append('\n')
                    .append(own.replaceAll("(?m)^#", "###")));
        }
        return text.append('\n')
                .append(Markdown.text(lastLine(result)))
                .append('\n')
                .toString();
    }

    public static String csv(ExperimentResult result) {
        StringBuilder text = new StringBuilder();
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setRecordSeparator("\n")
                .setHeader(
                        "figure",
                        "label",
                        "published",
                        "unit",
                        "baseline",
                        "published_quotient",
                        "stage",
                        "arm",
                        "metric",
                        "measured",
                        "measured_low",
                        "measured_high",
                        "quotient",
                        "quotient_low",
                        "quotient_high",
                        "n")
                .get();
        try (CSVPrinter printer = new CSVPrinter(text, format)) {
            for (PublishedInfo row : result.published()) {
                printer.printRecord(cells(row));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static List<Object> cells(PublishedInfo row) {
        List<Object> cells = new ArrayList<>(List.of(
                row.id(),
                row.label(),
                row.value(),
                row.unit(),
                row.relativeTo().orElse(""),
                cell(row.publishedQuotient()),
                row.place().map(PublishedInfo.PlaceInfo::stage).orElse(""),
                row.place().map(PublishedInfo.PlaceInfo::arm).orElse(""),
                row.place().map(PublishedInfo.PlaceInfo::metric).orElse("")));
        cells.addAll(cells(row.measured()));
        cells.addAll(cells(row.quotient()));
        cells.add(row.quotient()
                .or(row::measured)
                .map(known -> String.valueOf(known.n()))
                .orElse(""));
        return cells;
    }

    private static List<Object> cells(Optional<PublishedInfo.EstimateInfo> figure) {
        return figure.map(known ->
                        List.<Object>of(String.valueOf(known.estimate()), cell(known.low()), cell(known.high())))
                .orElse(List.of("", "", ""));
    }

    private static String cell(OptionalDouble value) {
        return value.isPresent() ? String.valueOf(value.getAsDouble()) : "";
    }

    static List<String> head(ExperimentResult result) {
        List<String> lines = new ArrayList<>();
        ExperimentResult.ExperimentInfo experiment = result.experiment();
        experiment.description().ifPresent(lines::add);
        experiment.publishedIn().map(ExperimentReport::published).ifPresent(lines::add);
        result.source()
                .ifPresent(source -> lines.add("records: " + source
                        + experiment
                                .standsIn()
                                .map(why -> "; by default " + why)
                                .orElse("")));
        lines.add("scale " + Figures.number(result.scale()));
        lines.addAll(ResultHeader.machineLines(result.run().environment()));
        return lines;
    }

    private static String published(ExperimentResult.PublishedIn report) {
        return "published: " + report.title()
                + (report.year().isPresent() ? ", " + report.year().getAsInt() : "")
                + report.link().map(link -> ", " + link).orElse("");
    }

    static List<String> findingLines(ExperimentResult result) {
        return result.findings().stream()
                .map(finding -> verdict(finding)
                        + finding.because()
                                .map(why -> " Why it may differ (the author's words, not measured): " + why)
                                .orElse(""))
                .toList();
    }

    static String verdict(FindingInfo finding) {
        return finding.sentence() + " " + capital(finding.holding().words()) + ": " + finding.explanation() + ".";
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** How many findings came to what, for example {@code 3 still hold, 1 cannot be told}. */
    static String tally(ExperimentResult result) {
        List<String> parts = new ArrayList<>();
        for (Holding holding : Holding.values()) {
            long count = result.findings().stream()
                    .filter(finding -> finding.holding() == holding)
                    .count();
            if (count > 0) {
                parts.add(count + " " + (count == 1 ? holding.words() : holding.wordsOfSeveral()));
            }
        }
        return String.join("; ", parts);
    }

    static TextTable table(ExperimentResult result) {
        TextTable table = new TextTable(1)
                .row(
                        "figure",
                        "published",
                        "against its\nbaseline",
                        "measured",
                        "against its\nbaseline",
                        "interval\n(95 %)",
                        "n");
        for (PublishedInfo row : result.published()) {
            table.row(
                    row.label(),
                    (row.relativeTo().isEmpty() ? bound(row) : "") + Figures.number(row.value()) + " " + row.unit(),
                    row.publishedQuotient().isPresent()
                            ? bound(row) + times(row.publishedQuotient().getAsDouble())
                            : "",
                    row.measured()
                            .map(known -> Figures.number(known.estimate())
                                    + row.place()
                                            .map(place -> " " + place.unit())
                                            .orElse(""))
                            .orElse(row.place().isPresent() ? "missing" : ""),
                    row.quotient().map(known -> times(known.estimate())).orElse(""),
                    row.quotient()
                            .or(() -> row.relativeTo().isPresent() ? Optional.empty() : row.measured())
                            .flatMap(PublishedInfo.EstimateInfo::interval)
                            .map(PageParts::between)
                            .orElse(""),
                    row.quotient()
                            .or(row::measured)
                            .map(known -> String.valueOf(known.n()))
                            .orElse(""));
        }
        return table;
    }

    private static String bound(PublishedInfo row) {
        return row.bound()
                .map(bound -> bound == Holding.Bound.AT_MOST ? "<= " : ">= ")
                .orElse("");
    }

    private static String times(double quotient) {
        return Figures.number(quotient) + "x";
    }

    static List<String> notes(ExperimentResult result) {
        List<String> lines = new ArrayList<>();
        if (result.interrupted()) {
            lines.add("The run was interrupted: this is what was measured until then.");
        }
        for (StageInfo stage : result.stages()) {
            stage.problem().ifPresent(problem -> lines.add("stage " + stage.name() + ": " + problem));
        }
        if (!result.published().isEmpty()) {
            lines.add(
                    "Theirs were measured on other machines, data and versions: quotients against the same baseline can be"
                            + " set beside each other, the figures themselves cannot.");
        }
        return lines;
    }

    static String heading(ExperimentResult result, int index) {
        StageInfo stage = result.stages().get(index);
        return String.format(
                Locale.ROOT,
                "Stage %d of %d, %s: %s",
                index + 1,
                result.stages().size(),
                stage.name(),
                stage.title());
    }

    static List<String> stageLines(StageInfo stage) {
        List<String> lines = new ArrayList<>();
        lines.add(stage.outcome().words()
                + (stage.seconds() > 0 ? String.format(Locale.ROOT, ", %.1f s", stage.seconds()) : ""));
        if (!stage.words().isEmpty()) {
            lines.add(stage.words().stream().collect(Collectors.joining(" ")));
        }
        stage.problem().ifPresent(lines::add);
        lines.addAll(stage.lines());
        return lines;
    }

    private static String lastLine(ExperimentResult result) {
        return String.format(Locale.ROOT, "%.1f s in all", result.run().elapsedSeconds());
    }
}
