package dev.squeeze.feature.published;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The document of an experiment with stages: published findings first, then the document of each stage. */
final class ExperimentDocument {
    private static final String PUBLISHED = "Published and measured";

    /** Columns of a terminal. */
    private static final int MAX_WIDTH = 120;

    private ExperimentDocument() {}

    static Document of(ExperimentResult result) {
        List<String> notes = notes(result);
        Document.Builder builder = Document.of(result, result.experiment().name())
                .opening(List.of(result.experiment().name()))
                .opening(head(result))
                .verdict(verdict(result));
        head(result).forEach(line -> builder.lead(Block.onPage(new Block.Paragraph(line))));
        builder.lead(Block.onPage(new Block.Caveats("Caveats", notes)));
        builder.section(
                "Findings",
                Block.inText(new Block.Lines(findingLines(result))),
                Block.onPage(new Block.Table("Published findings, and whether they still hold", findings(result))));
        builder.section(PUBLISHED, new Block.Table(PUBLISHED, table(result).maxWidth(MAX_WIDTH)));
        builder.section("Caveats", Block.inText(new Block.Lines(notes)));
        for (int i = 0; i < result.stages().size(); i++) {
            StageInfo stage = result.stages().get(i);
            List<Block> blocks = new ArrayList<>(List.of(new Block.Lines(stageLines(stage))));
            stage.document().ifPresent(own -> blocks.add(new Block.Embedded(own.document())));
            builder.section(heading(result, i), blocks);
        }
        return builder.build();
    }

    static String csv(ExperimentResult result) {
        CsvColumns<PublishedInfo> columns = new CsvColumns<PublishedInfo>()
                .with("figure", PublishedInfo::id)
                .with("label", PublishedInfo::label)
                .with("published", PublishedInfo::value)
                .with("unit", PublishedInfo::unit)
                .with("baseline", PublishedInfo::relativeTo)
                .with("published_quotient", PublishedInfo::publishedQuotient)
                .with("stage", row -> row.place().map(PublishedInfo.PlaceInfo::stage))
                .with("arm", row -> row.place().map(PublishedInfo.PlaceInfo::arm))
                .with("metric", row -> row.place().map(PublishedInfo.PlaceInfo::metric));
        estimate(columns, "measured", PublishedInfo::measured);
        estimate(columns, "quotient", PublishedInfo::quotient);
        return columns.with("n", row -> row.quotient().or(row::measured).map(PublishedInfo.EstimateInfo::n))
                .text(result.published());
    }

    private static void estimate(
            CsvColumns<PublishedInfo> columns,
            String name,
            Function<PublishedInfo, Optional<PublishedInfo.EstimateInfo>> figure) {
        columns.with(name, row -> figure.apply(row).map(PublishedInfo.EstimateInfo::estimate))
                .with(name + "_low", row -> figure.apply(row).map(PublishedInfo.EstimateInfo::low))
                .with(name + "_high", row -> figure.apply(row).map(PublishedInfo.EstimateInfo::high));
    }

    private static List<String> head(ExperimentResult result) {
        List<String> lines = new ArrayList<>();
        ExperimentResult.ExperimentInfo experiment = result.experiment();
        experiment.description().ifPresent(lines::add);
        experiment.publishedIn().map(ExperimentDocument::published).ifPresent(lines::add);
        result.source()
                .ifPresent(source -> lines.add("records: " + source
                        + experiment
                                .standsIn()
                                .map(why -> "; by default " + why)
                                .orElse("")));
        lines.add("scale " + Figures.number(result.scale()));
        return lines;
    }

    private static String published(ExperimentResult.PublishedIn report) {
        return "published: " + report.title()
                + (report.year().isPresent() ? ", " + report.year().getAsInt() : "")
                + report.link().map(link -> ", " + link).orElse("");
    }

    private static String verdict(ExperimentResult result) {
        if (result.findings().isEmpty()) {
            long done = result.stages().stream()
                    .filter(stage -> stage.document().isPresent())
                    .count();
            return done + " of " + result.stages().size() + " stages have a result.";
        }
        if (result.findings().size() == 1) {
            return sentence(result.findings().get(0));
        }
        return "Of " + result.findings().size() + " published findings, " + tally(result) + ".";
    }

    /** Findings by verdict, for example {@code 3 still hold; 1 inconclusive}. */
    private static String tally(ExperimentResult result) {
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

    private static String sentence(FindingInfo finding) {
        String holding = finding.holding().words();
        return finding.sentence() + " " + holding.substring(0, 1).toUpperCase(Locale.ROOT) + holding.substring(1) + ": "
                + finding.explanation() + ".";
    }

    private static List<String> findingLines(ExperimentResult result) {
        return result.findings().stream()
                .map(finding -> sentence(finding)
                        + finding.because()
                                .map(why -> " Why it may differ (the author's words, not measured): " + why)
                                .orElse(""))
                .toList();
    }

    private static TextTable findings(ExperimentResult result) {
        TextTable table = new TextTable(3)
                .wordsLast()
                .row("finding", "today", "measured and published", "why it may differ (author)");
        for (FindingInfo finding : result.findings()) {
            table.row(
                    finding.sentence(),
                    finding.holding().words(),
                    finding.explanation(),
                    finding.because().orElse(""));
        }
        return table;
    }

    private static TextTable table(ExperimentResult result) {
        TextTable table = new TextTable(1)
                .row(
                        "figure",
                        "published",
                        "over its\nbaseline",
                        "measured",
                        "over its\nbaseline",
                        "interval\n(95 %)",
                        "n");
        result.published().forEach(row -> table.row(row(row)));
        return table;
    }

    private static List<String> row(PublishedInfo row) {
        return List.of(
                row.label(),
                (row.relativeTo().isEmpty() ? bound(row) : "") + Figures.number(row.value()) + " " + row.unit(),
                row.publishedQuotient().isPresent()
                        ? bound(row) + times(row.publishedQuotient().getAsDouble())
                        : "",
                row.measured()
                        .map(known -> Figures.number(known.estimate())
                                + row.place().map(place -> " " + place.unit()).orElse(""))
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

    private static String bound(PublishedInfo row) {
        return row.bound()
                .map(bound -> bound == Holding.Bound.AT_MOST ? "<= " : ">= ")
                .orElse("");
    }

    private static String times(double quotient) {
        return Figures.number(quotient) + "x";
    }

    private static List<String> notes(ExperimentResult result) {
        List<String> lines = new ArrayList<>();
        if (result.interrupted()) {
            lines.add("The run was interrupted: this is what was measured until then.");
        }
        for (StageInfo stage : result.stages()) {
            stage.problem().ifPresent(problem -> lines.add("stage " + stage.name() + ": " + problem));
        }
        if (!result.published().isEmpty()) {
            lines.add("The published figures come from other machines, data and versions: compare ratios to the same"
                    + " baseline, not the figures themselves.");
        }
        return lines;
    }

    private static String heading(ExperimentResult result, int index) {
        StageInfo stage = result.stages().get(index);
        return say("Stage %d of %d, %s: %s", index + 1, result.stages().size(), stage.name(), stage.title());
    }

    private static List<String> stageLines(StageInfo stage) {
        List<String> lines = new ArrayList<>();
        lines.add(stage.outcome().words() + (stage.seconds() > 0 ? say(", %.1f s", stage.seconds()) : ""));
        if (!stage.words().isEmpty()) {
            lines.add(String.join(" ", stage.words()));
        }
        stage.problem().ifPresent(lines::add);
        lines.addAll(stage.lines());
        return lines;
    }
}
