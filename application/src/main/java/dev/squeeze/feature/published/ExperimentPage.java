package dev.squeeze.feature.published;

import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.ArrayList;
import java.util.List;

/** An experiment with stages as a page: each stage's own page is folded into it. */
public final class ExperimentPage {
    private ExperimentPage() {}

    /** @param prefix of ids, where the page has several results */
    public static PageContent of(ExperimentResult result, String prefix) {
        List<Section> sections = new ArrayList<>();
        List<Page.Data> data = new ArrayList<>();
        List<Element> compared = new ArrayList<>();
        TextTable findings = findings(result);
        if (!findings.isEmpty()) {
            compared.add(findings.html("What was found then, and whether it is still so"));
        }
        TextTable table = ExperimentReport.table(result);
        if (!table.isEmpty()) {
            compared.add(table.html(ExperimentReport.TABLE));
        }
        if (!compared.isEmpty()) {
            sections.add(new Section(ExperimentReport.TABLE, compared));
        }
        for (int i = 0; i < result.stages().size(); i++) {
            sections.add(stage(result, i, prefix + "stage" + (i + 1), data));
        }
        List<Element> support = new ArrayList<>();
        ExperimentReport.head(result).forEach(line -> support.add(PageParts.support(line)));
        support.addAll(PageParts.caveats("Mind", ExperimentReport.notes(result)));
        return new PageContent(result.experiment().name(), verdict(result), support, sections, data);
    }

    private static String verdict(ExperimentResult result) {
        if (result.findings().isEmpty()) {
            long done = result.stages().stream()
                    .filter(stage -> stage.document().isPresent())
                    .count();
            return done + " of " + result.stages().size() + " stages have a result.";
        }
        if (result.findings().size() == 1) {
            return ExperimentReport.verdict(result.findings().get(0));
        }
        return "Of " + result.findings().size() + " published findings, " + ExperimentReport.tally(result) + ".";
    }

    private static TextTable findings(ExperimentResult result) {
        TextTable table = new TextTable(3)
                .wordsLast()
                .row("finding", "today", "ours beside theirs", "why it may differ (author)");
        for (FindingInfo finding : result.findings()) {
            table.row(
                    finding.sentence(),
                    finding.holding().words(),
                    finding.explanation(),
                    finding.because().orElse(""));
        }
        return table;
    }

    private static Section stage(ExperimentResult result, int index, String id, List<Page.Data> data) {
        StageInfo stage = result.stages().get(index);
        List<Element> content = new ArrayList<>();
        content.add(PageParts.lines(ExperimentReport.stageLines(stage)));
        stage.document().ifPresent(document -> {
            PageContent own = document.page(id);
            content.add(Element.of("p").add(Element.of("strong").text(own.verdict())));
            content.addAll(own.support());
            own.sections().forEach(part -> content.add(PageParts.folded(part.title(), part.content())));
            data.addAll(own.data());
        });
        return new Section(ExperimentReport.heading(result, index), content);
    }
}
