package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.List;
import java.util.Set;

/** A part of a {@link Document}. Each output format renders it in its own way, or leaves it out if it cannot show it. */
public sealed interface Block {
    /** One or more sentences, wrapped in formats with lines of a fixed width. */
    record Paragraph(String text) implements Block {}

    /** Several statements, each rendered as a line or a list item. */
    record Lines(List<String> lines) implements Block {
        public Lines {
            lines = List.copyOf(lines);
        }
    }

    /** Preformatted lines, such as histograms and indented findings; a page shows them in a monospaced font. */
    record Verbatim(List<String> lines) implements Block {
        public Verbatim {
            lines = List.copyOf(lines);
        }
    }

    /** What a reader must know before acting; framed on a page. */
    record Caveats(String title, List<String> lines) implements Block {
        public Caveats {
            lines = List.copyOf(lines);
        }
    }

    /** How far the following can be trusted, in a line directly below the verdict. */
    record Band(Tone tone, String text) implements Block {}

    /** The tone of a {@link Band}, recognisable at a glance. */
    enum Tone {
        GOOD,
        CAREFUL,
        BAD
    }

    /** @param caption of the table on a page */
    record Table(String caption, TextTable rows) implements Block {}

    /**
     * Lines to copy, such as configuration and commands.
     *
     * @param title such as {@code Producer}; empty for none
     * @param language of the Markdown code block, such as {@code properties} or {@code sh}
     */
    record Config(String title, String language, List<String> lines) implements Block {
        public Config {
            lines = List.copyOf(lines);
        }
    }

    /**
     * One of several entries of the same kind, such as a finding.
     *
     * @param mark the kind of entry, in one word such as {@code serious}; pages may use it for colouring
     */
    record Entry(String mark, String title, List<Fact> facts) implements Block {
        public Entry {
            facts = List.copyOf(facts);
        }
    }

    /**
     * A labelled part of an {@link Entry}.
     *
     * @param lines a statement, or lines to copy, which are never wrapped
     */
    record Fact(String label, List<String> lines, boolean toCopy) {
        public Fact {
            lines = List.copyOf(lines);
        }

        public static Fact statement(String label, String text) {
            return new Fact(label, List.of(text), false);
        }

        public static Fact toCopy(String label, List<String> lines) {
            return new Fact(label, lines, true);
        }
    }

    /** A few prominent figures, only shown on pages: tables contain them as well. */
    record Tiles(List<PageParts.Tile> tiles) implements Block {
        public Tiles {
            tiles = List.copyOf(tiles);
        }
    }

    /** A drawing or a control, only shown on pages. */
    record Drawing(Drawn drawn) implements Block {
        /** A drawing that needs no ids and no data. */
        public static Drawing of(Element element) {
            return new Drawing(prefix -> element);
        }
    }

    /** The content of a {@link Drawing}. */
    @FunctionalInterface
    interface Drawn {
        /** @param prefix of ids, on a page that shows several documents */
        Element element(String prefix);

        /** Whether a page shows it; a control with fixed ids is only shown if the prefix is empty. */
        default boolean isShown(String prefix) {
            return true;
        }

        /** Data for the page's script. */
        default List<Page.Data> data(String prefix) {
            return List.of();
        }
    }

    /** Details for interested readers: collapsed on a page. */
    record Folded(String title, List<Block> blocks) implements Block {
        public Folded {
            blocks = List.copyOf(blocks);
        }
    }

    /** A part of a section with its own title. */
    record Titled(String title, List<Block> blocks) implements Block {
        public Titled {
            blocks = List.copyOf(blocks);
        }
    }

    /** A complete document within another one. */
    record Embedded(Document document) implements Block {}

    /** A block for certain output formats only. */
    record Only(Set<Medium> media, Block block) implements Block {
        public Only {
            media = Set.copyOf(media);
        }
    }

    /** Output formats for human readers. */
    enum Medium {
        TERMINAL,
        MARKDOWN,
        PAGE
    }

    /** A table whose caption is shown in every output format; pages show it once. */
    static Block titled(String caption, TextTable rows) {
        return new Titled(caption, List.of(new Table(caption, rows)));
    }

    /** Shows the block only on pages. */
    static Block onPage(Block block) {
        return new Only(Set.of(Medium.PAGE), block);
    }

    /** Shows the block only on the terminal and in Markdown, if a page shows the same in another way. */
    static Block inText(Block block) {
        return new Only(Set.of(Medium.TERMINAL, Medium.MARKDOWN), block);
    }
}
