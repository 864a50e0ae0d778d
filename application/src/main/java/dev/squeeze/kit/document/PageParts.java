package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/** Building blocks shared by all pages. */
public final class PageParts {
    private PageParts() {}

    /** A prominent figure. */
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

    /** What a reader must know, in a visible frame; empty without lines. */
    public static List<Element> caveats(String title, List<String> lines) {
        return lines.isEmpty()
                ? List.of()
                : List.of(Element.of("div", "caveats")
                        .add(Element.of("p", "title").text(title), lines(lines)));
    }

    /** Lines to copy. */
    public static Element config(List<String> lines) {
        return Element.of("div", "config")
                .add(
                        Element.of("pre").text(String.join("\n", lines)),
                        Element.of("button", "script-only")
                                .with("type", "button")
                                .with("data-copy", "")
                                .text("Copy"));
    }

    /** Collapsed details. */
    public static Element folded(String title, List<Element> content) {
        return Element.of("details").add(Element.of("summary").text(title)).add(content);
    }

    /** The same, initially expanded. */
    public static Element unfolded(String title, List<Element> content) {
        return folded(title, content).with("open", "");
    }

    /** One of several alternatives, of which one is shown at a time; all of them when printed. */
    public record Tab(String name, List<Element> content) {
        public Tab {
            content = List.copyOf(content);
        }
    }

    /** Works without a script: each name is the label of a radio button. */
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

    /** Each codec has the same appearance in all charts. */
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

    /** One of several series of the same codec, such as its levels: they share a colour, but have different marks. */
    public static Series series(CodecType type, String name, int nth) {
        Series first = series(type, name);
        Series.Shape[] shapes = Series.Shape.values();
        return new Series(name, first.tone(), shapes[(first.shape().ordinal() + nth) % shapes.length]);
    }

    /** By the name of a codec as found in logs; unknown codecs share a colour. */
    public static Series series(String codec) {
        return CodecType.named(codec).map(type -> series(type, codec)).orElseGet(() -> Series.nth(codec, 4));
    }

    /** For example {@code 41.2 (39.8 to 42.5)}. */
    public static String span(ConfidenceInterval interval) {
        return interval.exact() || interval.low() == interval.high()
                ? Figures.number(interval.estimate())
                : Figures.number(interval.estimate()) + " (" + between(interval) + ")";
    }

    /** The absolute value of a difference. */
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

    /** Prevents line breaks before a per cent sign. */
    static String unbroken(String words) {
        return words.replace(" %", "\u00a0%");
    }
}
