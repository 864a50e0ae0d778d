package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.List;

/**
 * What a page shows of one document, the verdict first.
 *
 * @param subject what was looked at
 * @param verdict one sentence
 * @param support what it rests on, how sure it is, and the few figures that matter most
 * @param sections by weight
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

    /** The same, of a run that goes on: the verdict is not the last one. */
    PageContent soFar() {
        return new PageContent(subject, "So far: " + verdict, support, sections, data);
    }

    /** A part of a page under a title. */
    public record Section(String title, List<Element> content) {
        public Section {
            content = List.copyOf(content);
        }
    }
}
