package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/** What pages of every kind are made of. */
public final class PageParts {
    private PageParts() {}

    /** A figure that stands out. */
    public record Tile(String name, String figure, String detail) {}

    public static Element tiles(List<Tile> tiles) {
        Element list = Element.of("div", "tiles");
        tiles.forEach(tile -> list.add(Element.of("dl", "tile")
                .add(
                        Element.of("dt").text(tile.name()),
                        Element.of("dd").text(tile.figure()),
                        Element.of("dd", "detail").text(tile.detail()))));
        return list;
    }

    public static Element paragraph(String words) {
        return Element.of("p").text(words);
    }

    public static Element support(String words) {
        return Element.of("p", "support").text(words);
    }

    public static Element heading(String words) {
        return Element.of("h3").text(words);
    }

    public static Element lines(List<String> lines) {
        Element list = Element.of("ul", "lines");
        lines.forEach(line -> list.add(Element.of("li").text(line)));
        return list;
    }

    /** What a reader must know, in a frame that is seen; nothing where there is nothing. */
    public static List<Element> caveats(String title, List<String> lines) {
        return lines.isEmpty()
                ? List.of()
                : List.of(Element.of("div", "caveats")
                        .add(Element.of("p", "title").text(title), lines(lines)));
    }

    /** Lines to be copied. */
    public static Element config(List<String> lines) {
        return Element.of("div", "config")
                .add(
                        Element.of("pre").text(String.join("\n", lines)),
                        Element.of("button", "script-only")
                                .with("type", "button")
                                .with("data-copy", "")
                                .text("Copy"));
    }

    /** What is there for those who look for it. */
    public static Element folded(String title, List<Element> content) {
        return Element.of("details").add(Element.of("summary").text(title)).add(content);
    }

    /** The same, open at first. */
    public static Element unfolded(String title, List<Element> content) {
        return folded(title, content).with("open", "");
    }

    /** A thing that there are several of, one shown at a time; on paper all of them. */
    public record Tab(String name, List<Element> content) {
        public Tab {
            content = List.copyOf(content);
        }
    }

    /** Needs no script: each name is the label of a radio button. */
    public static Element tabs(String id, String title, List<Tab> tabs, int chosen) {
        Element set = Element.of("fieldset", "tabs").add(Element.of("legend").text(title));
        for (int i = 0; i < tabs.size(); i++) {
            Element button =
                    Element.of("input").with("type", "radio").with("name", id).with("id", id + "-" + i);
            set.add(i == chosen ? button.with("checked", "") : button);
            set.add(Element.of("label")
                    .with("for", id + "-" + i)
                    .text(tabs.get(i).name()));
        }
        tabs.forEach(tab -> set.add(Element.of("div", "panel")
                .add(Element.of("h3", "on-paper").text(tab.name()))
                .add(tab.content())));
        return set;
    }

    /** Each codec looks alike in all charts. */
    public static Series series(CodecType type, String name) {
        Series.Shape shape =
                switch (type) {
                    case NONE -> Series.Shape.CROSS;
                    case GZIP -> Series.Shape.SQUARE;
                    case SNAPPY -> Series.Shape.TRIANGLE;
                    case LZ4 -> Series.Shape.DIAMOND;
                    case ZSTD -> Series.Shape.CIRCLE;
                };
        return new Series(name, "c-" + type.label(), shape);
    }

    /** One of several of the same codec, such as its levels: they share its colour, and their marks differ. */
    public static Series series(CodecType type, String name, int nth) {
        Series first = series(type, name);
        Series.Shape[] shapes = Series.Shape.values();
        return new Series(name, first.tone(), shapes[(first.shape().ordinal() + nth) % shapes.length]);
    }

    /** By the name of a codec as logs have it; unknown ones share a colour. */
    public static Series series(String codec) {
        return CodecType.named(codec).map(type -> series(type, codec)).orElseGet(() -> Series.nth(codec, 4));
    }

    /** For example {@code 41.2 (39.8 to 42.5)}. */
    public static String span(ConfidenceInterval interval) {
        return interval.exact() || interval.low() == interval.high()
                ? Figures.number(interval.estimate())
                : Figures.number(interval.estimate()) + " (" + between(interval) + ")";
    }

    /** Of a difference, how large it is, whichever way it goes. */
    public static ConfidenceInterval size(ConfidenceInterval difference) {
        return difference.estimate() >= 0
                ? difference
                : new ConfidenceInterval(
                        -difference.estimate(),
                        -difference.high(),
                        -difference.low(),
                        difference.n(),
                        difference.exact());
    }

    public static String between(ConfidenceInterval interval) {
        return Figures.number(interval.low()) + " to " + Figures.number(interval.high());
    }

    /** No line ends before a per cent sign. */
    static String unbroken(String words) {
        return words.replace(" %", "\u00a0%");
    }
}
