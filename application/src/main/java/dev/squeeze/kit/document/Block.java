package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Page;
import java.util.List;
import java.util.Set;

/** A part of a {@link Document}. Each form of output shows it in its own way, or leaves it out where it cannot. */
public sealed interface Block {
    /** One or more sentences, wrapped where the form has lines of a fixed width. */
    record Paragraph(String text) implements Block {}

    /** Several statements, each a line or an item of a list. */
    record Lines(List<String> lines) implements Block {
        public Lines {
            lines = List.copyOf(lines);
        }
    }

    /** Lines that stand as they are, such as histograms and indented findings; a page shows them in a fixed pitch. */
    record Verbatim(List<String> lines) implements Block {
        public Verbatim {
            lines = List.copyOf(lines);
        }
    }

    /** What a reader must know before acting: the page puts a frame around it. */
    record Caveats(String title, List<String> lines) implements Block {
        public Caveats {
            lines = List.copyOf(lines);
        }
    }

    /** How far what stands below can be trusted, in a line directly below the verdict. */
    record Band(Tone tone, String text) implements Block {}

    /** What a {@link Band} says, so that it is seen before it is read. */
    enum Tone {
        GOOD,
        CAREFUL,
        BAD
    }

    /** @param caption of the table on a page */
    record Table(String caption, TextTable rows) implements Block {}

    /**
     * Lines to be copied, such as configuration and commands.
     *
     * @param title such as {@code Producer}; empty for none
     * @param language that Markdown names, such as {@code properties} or {@code sh}
     */
    record Config(String title, String language, List<String> lines) implements Block {
        public Config {
            lines = List.copyOf(lines);
        }
    }

    /**
     * One of several entries of the same kind, such as a finding.
     *
     * @param mark what sort of entry it is, in one word such as {@code serious}; pages may colour entries by it
     */
    record Entry(String mark, String title, List<Fact> facts) implements Block {
        public Entry {
            facts = List.copyOf(facts);
        }
    }

    /**
     * A labelled part of an {@link Entry}.
     *
     * @param lines a statement, or lines to be copied, which are never wrapped
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

    /** A few figures that stand out, on pages alone: tables have them too. */
    record Tiles(List<PageParts.Tile> tiles) implements Block {
        public Tiles {
            tiles = List.copyOf(tiles);
        }
    }

    /** A drawing or a control, on pages alone. */
    record Drawing(Drawn drawn) implements Block {
        /** One that needs no ids and no data. */
        public static Drawing of(Element element) {
            return new Drawing(prefix -> element);
        }
    }

    /** What a {@link Drawing} consists of. */
    @FunctionalInterface
    interface Drawn {
        /** @param prefix of the ids on a page that shows several documents */
        Element element(String prefix);

        /** Whether a page has it; a control with ids of its own stands only where the prefix is empty. */
        default boolean isShown(String prefix) {
            return true;
        }

        /** Data for the page's script. */
        default List<Page.Data> data(String prefix) {
            return List.of();
        }
    }

    /** For those who look for it: a page shows it when it is opened. */
    record Folded(String title, List<Block> blocks) implements Block {
        public Folded {
            blocks = List.copyOf(blocks);
        }
    }

    /** A part of a section under a title of its own. */
    record Titled(String title, List<Block> blocks) implements Block {
        public Titled {
            blocks = List.copyOf(blocks);
        }
    }

    /** A whole document within another one. */
    record Embedded(Document document) implements Block {}

    /** A block for some forms of output only. */
    record Only(Set<Medium> media, Block block) implements Block {
        public Only {
            media = Set.copyOf(media);
        }
    }

    /** Forms of output that people read. */
    enum Medium {
        TERMINAL,
        MARKDOWN,
        PAGE
    }

    /** A table whose caption every form of output shows; pages show it once. */
    static Block titled(String caption, TextTable rows) {
        return new Titled(caption, List.of(new Table(caption, rows)));
    }

    /** The block on pages alone. */
    static Block onPage(Block block) {
        return new Only(Set.of(Medium.PAGE), block);
    }

    /** The block on the terminal and in Markdown: a page shows the same in another way. */
    static Block inText(Block block) {
        return new Only(Set.of(Medium.TERMINAL, Medium.MARKDOWN), block);
    }
}
