package dev.squeeze.kit.document;

import dev.squeeze.kit.document.Block.Medium;
import java.util.List;

/** Renders a document as Markdown. */
public final class MarkdownText {
    private final StringBuilder text = new StringBuilder();

    private MarkdownText() {}

    /** The complete text, with a final line break. */
    public static String render(Document document) {
        MarkdownText rendered = new MarkdownText();
        rendered.add(document, 1);
        return rendered.text.toString();
    }

    private void add(Document document, int level) {
        heading(level, document.command());
        if (!document.opening().isEmpty()) {
            text.append('\n');
            document.opening().forEach(line -> text.append(Markdown.item(line)));
        }
        document.verdict()
                .ifPresent(verdict ->
                        text.append("\n**").append(Markdown.text(verdict)).append("**\n"));
        addAll(document.lead(), level);
        for (Document.Section section : document.sections()) {
            if (section.isShownOn(Medium.MARKDOWN)) {
                text.append('\n');
                heading(level + 1, section.title());
                addAll(section.blocks(), level + 1);
            }
        }
        for (String line : document.closing()) {
            text.append('\n').append(Markdown.text(line)).append('\n');
        }
    }

    private void heading(int level, String title) {
        text.append("#".repeat(Math.min(level, 6)))
                .append(' ')
                .append(Markdown.text(title))
                .append('\n');
    }

    private void addAll(List<Block> blocks, int level) {
        for (Block block : blocks) {
            if (Document.isShown(block, Medium.MARKDOWN)) {
                text.append('\n');
                add(block, level);
            }
        }
    }

    private void add(Block block, int level) {
        if (block instanceof Block.Paragraph paragraph) {
            text.append(Markdown.text(paragraph.text())).append('\n');
        } else if (block instanceof Block.Lines lines) {
            lines.lines().forEach(line -> text.append(Markdown.item(line)));
        } else if (block instanceof Block.Verbatim lines) {
            text.append(Markdown.code("", lines.lines()));
        } else if (block instanceof Block.Caveats caveats) {
            text.append(Markdown.text(caveats.title())).append(":\n\n");
            caveats.lines().forEach(line -> text.append(Markdown.item(line)));
        } else if (block instanceof Block.Band band) {
            text.append("> ").append(Markdown.text(band.text())).append('\n');
        } else if (block instanceof Block.Table table) {
            text.append(table.rows().markdown());
        } else if (block instanceof Block.Config config) {
            if (!config.title().isEmpty()) {
                text.append(Markdown.text(config.title())).append(":\n\n");
            }
            text.append(Markdown.code(config.language(), config.lines()));
        } else if (block instanceof Block.Entry entry) {
            add(entry, level);
        } else if (block instanceof Block.Folded folded) {
            heading(level + 1, folded.title());
            addAll(folded.blocks(), level + 1);
        } else if (block instanceof Block.Titled titled) {
            heading(level + 1, titled.title());
            addAll(titled.blocks(), level + 1);
        } else if (block instanceof Block.Embedded embedded) {
            add(embedded.document(), level + 1);
        } else if (block instanceof Block.Only only) {
            add(only.block(), level);
        }
    }

    private void add(Block.Entry entry, int level) {
        heading(level + 1, entry.mark() + ": " + entry.title());
        text.append('\n');
        for (Block.Fact fact : entry.facts()) {
            if (!fact.toCopy()) {
                text.append(Markdown.item(fact.label() + ": " + String.join(" ", fact.lines())));
            }
        }
        for (Block.Fact fact : entry.facts()) {
            if (fact.toCopy() && !fact.lines().isEmpty()) {
                text.append('\n').append(Markdown.code("", fact.lines()));
            }
        }
    }
}
