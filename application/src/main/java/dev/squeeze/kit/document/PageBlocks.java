package dev.squeeze.kit.document;

import dev.squeeze.kit.document.Block.Medium;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Converts the blocks of a document to elements of a page. */
final class PageBlocks {
    private final String prefix;
    private final List<Page.Data> data = new ArrayList<>();
    private int embeddedDocuments;

    /** @param prefix of ids on a page with several documents; empty if there is one */
    private PageBlocks(String prefix) {
        this.prefix = prefix;
    }

    static PageContent of(Document document, String prefix) {
        PageBlocks blocks = new PageBlocks(prefix);
        List<Element> lead = blocks.elements(document.lead());
        List<PageContent.Section> sections = blocks.sections(document);
        return new PageContent(
                document.subject(), document.verdict().orElse(document.command()), lead, sections, blocks.data);
    }

    private List<PageContent.Section> sections(Document document) {
        return document.sections().stream()
                .filter(section -> section.isShownOn(Medium.PAGE))
                .map(section -> new PageContent.Section(section.title(), elements(section.blocks())))
                .filter(section -> !section.content().isEmpty())
                .toList();
    }

    private List<Element> elements(List<Block> blocks) {
        List<Element> elements = new ArrayList<>();
        for (Block block : blocks) {
            if (Document.isShown(block, Medium.PAGE)) {
                add(block, elements);
            }
        }
        return elements;
    }

    private void add(Block block, List<Element> elements) {
        if (block instanceof Block.Paragraph paragraph) {
            elements.add(PageParts.support(paragraph.text()));
        } else if (block instanceof Block.Lines lines) {
            elements.add(PageParts.lines(lines.lines()));
        } else if (block instanceof Block.Verbatim lines) {
            elements.add(Element.of("pre").text(String.join("\n", lines.lines())));
        } else if (block instanceof Block.Caveats caveats) {
            elements.addAll(PageParts.caveats(caveats.title(), caveats.lines()));
        } else if (block instanceof Block.Band band) {
            elements.add(band(band));
        } else if (block instanceof Block.Table table) {
            elements.add(table.rows().html(table.caption()));
        } else if (block instanceof Block.Config config) {
            if (!config.title().isEmpty()) {
                elements.add(PageParts.heading(config.title()));
            }
            elements.add(PageParts.config(config.lines()));
        } else if (block instanceof Block.Entry entry) {
            elements.add(card(entry));
        } else if (block instanceof Block.Tiles tiles) {
            elements.add(PageParts.tiles(tiles.tiles()));
        } else if (block instanceof Block.Drawing drawing) {
            if (drawing.drawn().isShown(prefix)) {
                elements.add(drawing.drawn().element(prefix));
                data.addAll(drawing.drawn().data(prefix));
            }
        } else if (block instanceof Block.Folded folded) {
            elements.add(PageParts.folded(folded.title(), elements(folded.blocks())));
        } else if (block instanceof Block.Titled titled) {
            if (!captioned(titled)) {
                elements.add(PageParts.heading(titled.title()));
            }
            elements.addAll(elements(titled.blocks()));
        } else if (block instanceof Block.Embedded embedded) {
            embed(embedded.document(), elements);
        } else if (block instanceof Block.Only only) {
            add(only.block(), elements);
        }
    }

    /** Whether the only block of a titled part is a table with the same caption. */
    private static boolean captioned(Block.Titled titled) {
        return titled.blocks().size() == 1
                && titled.blocks().get(0) instanceof Block.Table table
                && table.caption().equals(titled.title());
    }

    /** Embedded documents get a prefix for their ids. */
    private void embed(Document document, List<Element> elements) {
        PageContent own = of(document, prefix + "part" + ++embeddedDocuments);
        document.verdict()
                .ifPresent(verdict ->
                        elements.add(Element.of("p").add(Element.of("strong").text(verdict))));
        elements.addAll(own.support());
        own.sections().forEach(part -> elements.add(PageParts.folded(part.title(), part.content())));
        data.addAll(own.data());
    }

    private static Element card(Block.Entry entry) {
        Element card = Element.of("article", "entry " + entry.mark())
                .add(Element.of("h3")
                        .add(
                                Element.of("span", "mark").text(entry.mark() + " \u00b7 "),
                                Element.of("span").text(entry.title())));
        Element list = Element.of("dl");
        List<Element> toCopy = new ArrayList<>();
        for (Block.Fact fact : entry.facts()) {
            if (!fact.toCopy()) {
                list.add(Element.of("dt").text(fact.label()), Element.of("dd").text(String.join(" ", fact.lines())));
            } else if (!fact.lines().isEmpty()) {
                toCopy.add(PageParts.config(fact.lines()));
            }
        }
        return card.add(list).add(toCopy);
    }

    /** Colour and sign both express the tone. */
    private static Element band(Block.Band band) {
        String sign =
                switch (band.tone()) {
                    case GOOD -> "\u2713";
                    case CAREFUL -> "!";
                    case BAD -> "\u2717";
                };
        return Element.of("p", "band " + band.tone().name().toLowerCase(Locale.ROOT))
                .with("role", "note")
                .add(
                        Element.of("span", "sign").with("aria-hidden", "true").text(sign),
                        Element.of("span").text(PageParts.unbroken(band.text())));
    }
}
