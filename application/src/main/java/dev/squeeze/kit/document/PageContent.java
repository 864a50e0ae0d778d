package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.List;

/**
 * The content of a page for one document, verdict first.
 *
 * @param subject of the result
 * @param verdict one sentence
 * @param support what the verdict is based on, how sure it is, and the most important figures
 * @param sections by importance
 * @param data for the page's script
 */
public record PageContent(
        String subject, String verdict, List<Element> support, List<Section> sections, List<Page.Data> data) {
    public PageContent {
        support = List.copyOf(support);
        sections = List.copyOf(sections);
        data = List.copyOf(data);
    }

    public PageContent(String subject, String verdict, List<Element> support, List<Section> sections) {
        this(subject, verdict, support, sections, List.of());
    }

    /** The same for a run in progress, whose verdict is preliminary. */
    PageContent soFar() {
        return new PageContent(subject, "So far: " + verdict, support, sections, data);
    }

    /** A part of a page with a title. */
    public record Section(String title, List<Element> content) {
        public Section {
            content = List.copyOf(content);
        }
    }
}
