package dev.squeeze.feature.report;

import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.ArrayList;
import java.util.List;

/** Several results on one page. */
public final class ResultsPage {
    private ResultsPage() {}

    /**
     * Renders all results in the order given: first the comparison with the first one, then each by itself. A single
     * result gets its usual page.
     */
    public static String render(List<Result> results) {
        if (results.size() == 1) {
            return HtmlReport.render(results.get(0));
        }
        Element main = Element.of("main").with("id", "main").add(new ComparisonPage(results).lead());
        List<Page.Data> data = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        List<Element> parts = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            PageContent content = HtmlReport.content(result, "r" + (i + 1));
            String document = "document-" + (i + 1);
            titles.add(ComparisonPage.letter(i) + ": " + result.kind() + " of " + content.subject());
            data.add(new Page.Data(document, ResultJson.writeCompact(result)));
            Element part = Element.of("section")
                    .with("id", "s" + i)
                    .add(
                            HtmlReport.heading(titles.get(i), "s" + i),
                            Element.of("p").add(Element.of("strong").text(content.verdict())))
                    .add(content.support());
            for (Section section : HtmlReport.sections(result, content, document)) {
                part.add(PageParts.folded(section.title(), section.content()));
            }
            parts.add(part);
        }
        main.add(HtmlReport.contents(titles)).add(parts);
        return Page.render("squeeze report: " + results.size() + " results", HtmlReport.body(main), data);
    }
}
