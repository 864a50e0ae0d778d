package dev.squeeze.report;

import dev.squeeze.report.PageContent.Section;
import dev.squeeze.report.html.Element;
import dev.squeeze.report.html.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A result as one page that needs no network: the verdict, charts with their tables, and at the end how the numbers came
 * about, with the whole document to be saved. A pure function of the document.
 */
public final class HtmlReport {
    private HtmlReport() {}

    /** The page of a result. */
    public static String render(Result result) {
        PageContent content = content(result, "");
        return Page.render(title(result, content), body(main(result, content)), data(result, content));
    }

    /**
     * The page of a run that goes on.
     *
     * @param result so far; empty before there is one
     */
    public static String renderLive(Optional<Result> result, LiveState state) {
        if (result.isEmpty()) {
            return Page.renderLive(
                    "squeeze " + state.command(), body(LivePart.banner(state), LivePart.waiting(state)), List.of());
        }
        PageContent content = content(result.get(), "");
        return Page.renderLive(
                title(result.get(), content),
                body(LivePart.banner(state), main(result.get(), content.soFar())),
                data(result.get(), content));
    }

    private static String title(Result result, PageContent content) {
        return "squeeze " + result.kind() + ": " + content.subject();
    }

    private static List<Page.Data> data(Result result, PageContent content) {
        List<Page.Data> data = new ArrayList<>(content.data());
        data.add(new Page.Data("document", ResultJson.writeCompact(result)));
        return data;
    }

    private static Element main(Result result, PageContent content) {
        Element main = Element.of("main").with("id", "main");
        main.add(Element.of("p", "kicker").text("squeeze " + result.kind() + " \u00b7 " + content.subject()));
        main.add(Element.of("h1", "verdict").text(unbroken(content.verdict()))).add(content.support());
        List<Section> sections = sections(result, content, "document");
        main.add(contents(sections.stream().map(Section::title).toList()));
        for (int i = 0; i < sections.size(); i++) {
            main.add(Element.of("section")
                    .with("id", "s" + i)
                    .add(Element.of("h2").text(sections.get(i).title()))
                    .add(sections.get(i).content()));
        }
        return main;
    }

    /** One page of all results, in the order given: against the first, and then each by itself. */
    public static String render(List<Result> results) {
        if (results.size() == 1) {
            return render(results.get(0));
        }
        Element main = Element.of("main").with("id", "main").add(new ComparisonPage(results).lead());
        List<Page.Data> data = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        List<Element> parts = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            PageContent content = content(result, "r" + (i + 1));
            String document = "document-" + (i + 1);
            titles.add(ComparisonPage.letter(i) + ": " + result.kind() + " of " + content.subject());
            data.add(new Page.Data(document, ResultJson.writeCompact(result)));
            Element part = Element.of("section")
                    .with("id", "s" + i)
                    .add(
                            Element.of("h2").text(titles.get(i)),
                            Element.of("p").add(Element.of("strong").text(content.verdict())))
                    .add(content.support());
            for (Section section : sections(result, content, document)) {
                part.add(PageParts.folded(section.title(), section.content()));
            }
            parts.add(part);
        }
        main.add(contents(titles)).add(parts);
        return Page.render("squeeze report: " + results.size() + " results", body(main), data);
    }

    private static List<Section> sections(Result result, PageContent content, String document) {
        List<Section> sections = new ArrayList<>(content.sections());
        sections.add(new Section("Method and environment", RunSection.of(result, document)));
        return sections;
    }

    /** No line ends before a per cent sign. */
    static String unbroken(String words) {
        return words.replace(" %", "\u00a0%");
    }

    private static Element body(Element... parts) {
        return Element.of("body")
                .add(Element.of("a", "skip").with("href", "#main").text("Skip to the verdict"))
                .add(parts);
    }

    private static Element contents(List<String> titles) {
        Element list = Element.of("ul");
        for (int i = 0; i < titles.size(); i++) {
            list.add(Element.of("li").add(Element.of("a").with("href", "#s" + i).text(titles.get(i))));
        }
        return Element.of("nav", "toc").with("aria-label", "Contents").add(list);
    }

    /** @param prefix of ids where a page has several results; empty where the page is the result's own */
    static PageContent content(Result result, String prefix) {
        if (result instanceof MeasureResult measured) {
            return MeasurePage.of(measured, prefix);
        }
        if (result instanceof AdviseResult advised) {
            return AdvisePage.of(advised, prefix);
        }
        if (result instanceof BenchResult bench) {
            return BenchPage.of(bench);
        }
        if (result instanceof InspectResult inspected) {
            return InspectPage.of(inspected);
        }
        if (result instanceof SurveyResult survey) {
            return SurveyPage.of(survey);
        }
        if (result instanceof DoctorResult diagnosed) {
            return DoctorPage.of(diagnosed);
        }
        if (result instanceof CopyResult copied) {
            return CopyPage.of(copied);
        }
        if (result instanceof RecompressResult rewritten) {
            return RecompressPage.of(rewritten);
        }
        if (result instanceof ExperimentResult experiment) {
            return ExperimentPage.of(experiment, prefix);
        }
        if (result instanceof CalibrateResult calibrated) {
            return CalibratePage.of(calibrated);
        }
        throw new IllegalArgumentException("no page for documents of kind " + result.kind());
    }
}
