package dev.squeeze.kit.document;

import dev.squeeze.kit.document.Block.Medium;
import java.util.List;
import java.util.Locale;

/** Renders a document for a terminal: sections with plain titles and indented content. */
public final class TerminalText {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

    private final Emphasis emphasis;

    private TerminalText(Emphasis emphasis) {
        this.emphasis = emphasis;
    }

    /** The complete text, with a final line break. */
    public static String render(Document document) {
        return render(document, Emphasis.NONE);
    }

    /** The same with emphasis. */
    public static String render(Document document, Emphasis emphasis) {
        TerminalText rendered = new TerminalText(emphasis);
        rendered.add(document);
        return rendered.text.toString();
    }

    private void add(Document document) {
        document.opening().forEach(line -> text.append(Wrapped.lines(line, "", INDENT)));
        document.verdict().ifPresent(verdict -> {
            gap();
            Wrapped.lines(verdict, "", "").lines().forEach(line -> text.append(emphasis.strong(line))
                    .append('\n'));
        });
        document.lead().forEach(block -> addApart(block, ""));
        for (Document.Section section : document.sections()) {
            if (section.isShownOn(Medium.TERMINAL)) {
                gap();
                text.append(section.title()).append('\n');
                addAll(section.blocks(), INDENT);
            }
        }
        if (!document.closing().isEmpty()) {
            gap();
            document.closing().forEach(line -> text.append(Wrapped.lines(line, "", INDENT)));
        }
    }

    /** An empty line, except at the beginning. */
    private void gap() {
        if (text.length() > 0) {
            text.append('\n');
        }
    }

    private void addApart(Block block, String indent) {
        if (Document.isShown(block, Medium.TERMINAL)) {
            gap();
            add(block, indent);
        }
    }

    /** Tables and blocks with a title are preceded by a blank line. */
    private void addAll(List<Block> blocks, String indent) {
        boolean first = true;
        for (Block block : blocks) {
            if (!Document.isShown(block, Medium.TERMINAL)) {
                continue;
            }
            boolean separated =
                    !first && !(unwrapped(block) instanceof Block.Lines || unwrapped(block) instanceof Block.Paragraph);
            if (separated) {
                gap();
            }
            add(block, indent);
            first = false;
        }
    }

    private static Block unwrapped(Block block) {
        return block instanceof Block.Only only ? unwrapped(only.block()) : block;
    }

    private void add(Block block, String indent) {
        if (block instanceof Block.Paragraph paragraph) {
            text.append(Wrapped.lines(paragraph.text(), indent, indent));
        } else if (block instanceof Block.Lines lines) {
            lines.lines().forEach(line -> text.append(Wrapped.lines(line, indent, indent + INDENT)));
        } else if (block instanceof Block.Verbatim lines) {
            lines.lines().forEach(line -> text.append((indent + line).stripTrailing())
                    .append('\n'));
        } else if (block instanceof Block.Caveats caveats) {
            add(caveats, indent);
        } else if (block instanceof Block.Band band) {
            Wrapped.lines(band.text(), indent, indent + INDENT).lines().forEach(line -> text.append(
                            band.tone() == Block.Tone.GOOD ? line : emphasis.warning(line))
                    .append('\n'));
        } else if (block instanceof Block.Table table) {
            text.append(table.rows().render(indent, emphasis));
        } else if (block instanceof Block.Config config) {
            boolean titled = !config.title().isEmpty();
            if (titled) {
                text.append(indent).append(config.title()).append('\n');
            }
            String inner = titled ? indent + INDENT : indent;
            config.lines().forEach(line -> text.append(inner).append(line).append('\n'));
        } else if (block instanceof Block.Entry entry) {
            add(entry, indent);
        } else if (block instanceof Block.Folded folded) {
            text.append(indent).append(folded.title()).append('\n');
            addAll(folded.blocks(), indent + INDENT);
        } else if (block instanceof Block.Titled titled) {
            text.append(Wrapped.lines(titled.title(), indent, indent));
            addAll(titled.blocks(), indent + INDENT);
        } else if (block instanceof Block.Embedded embedded) {
            render(embedded.document()).lines().forEach(line -> text.append((indent + line).stripTrailing())
                    .append('\n'));
        } else if (block instanceof Block.Only only) {
            add(only.block(), indent);
        }
    }

    /** Without a title, each caveat gets a mark. */
    private void add(Block.Caveats caveats, String indent) {
        if (caveats.title().isEmpty()) {
            caveats.lines().forEach(line -> Wrapped.lines("! " + line, indent, indent + INDENT)
                    .lines()
                    .forEach(part -> text.append(emphasis.warning(part)).append('\n')));
            return;
        }
        text.append(indent).append(caveats.title()).append('\n');
        caveats.lines().forEach(line -> text.append(Wrapped.lines(line, indent + INDENT, indent + INDENT + INDENT)));
    }

    private void add(Block.Entry entry, String indent) {
        text.append(Wrapped.lines(
                entry.mark().toUpperCase(Locale.ROOT) + INDENT + entry.title(), indent, indent + INDENT + INDENT));
        int width = entry.facts().stream()
                .mapToInt(fact -> fact.label().length())
                .max()
                .orElse(0);
        String inner = indent + INDENT;
        String hanging = inner + " ".repeat(width) + INDENT;
        for (Block.Fact fact : entry.facts()) {
            String first =
                    inner + fact.label() + " ".repeat(width - fact.label().length()) + INDENT;
            for (String line : fact.lines()) {
                text.append(fact.toCopy() ? first + line + "\n" : Wrapped.lines(line, first, hanging));
                first = hanging;
            }
        }
    }
}
