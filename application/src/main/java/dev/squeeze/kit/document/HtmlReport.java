package dev.squeeze.kit.document;

import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a result as a single page that needs no network: the verdict, charts with their tables, and at the end how the numbers
 * were obtained, with the complete document to save. A pure function of the document.
 */
public final class HtmlReport {
    private HtmlReport() {}

    /** Renders the page of a result. */
    public static String render(Result result) {
        PageContent content = content(result, "");
        return Page.render(title(result, content), body(main(result, content)), data(result, content));
    }

    /**
     * Renders the page of a run in progress.
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
        main.add(Element.of("h1", "verdict").text(PageParts.unbroken(content.verdict())))
                .add(content.support());
        List<Section> sections = sections(result, content, "document");
        main.add(contents(sections.stream().map(Section::title).toList()));
        for (int i = 0; i < sections.size(); i++) {
            main.add(Element.of("section")
                    .with("id", "s" + i)
                    .add(heading(sections.get(i).title(), "s" + i))
                    .add(sections.get(i).content()));
        }
        return main;
    }

    /** A heading with a link to itself, for sharing. */
    public static Element heading(String title, String id) {
        return Element.of("h2")
                .add(
                        Element.of("span").text(title),
                        Element.of("a", "anchor").with("href", "#" + id).with("aria-label", "Link to " + title));
    }

    public static List<Section> sections(Result result, PageContent content, String document) {
        List<Section> sections = new ArrayList<>(content.sections());
        sections.add(new Section("Method and environment", RunSection.of(result, document)));
        return sections;
    }

    public static Element body(Element... parts) {
        return Element.of("body")
                .add(Element.of("a", "skip").with("href", "#main").text("Skip to the verdict"))
                .add(parts);
    }

    public static Element contents(List<String> titles) {
        Element list = Element.of("ul");
        for (int i = 0; i < titles.size(); i++) {
            list.add(Element.of("li").add(Element.of("a").with("href", "#s" + i).text(titles.get(i))));
        }
        return Element.of("nav", "toc").with("aria-label", "Contents").add(list);
    }

    /**
     * Returns the content of a page for a result.
     *
     * @param prefix of ids on a page with several results; empty if the page shows only this result
     */
    public static PageContent content(Result result, String prefix) {
        return PageBlocks.of(result.document(), prefix);
    }
}
