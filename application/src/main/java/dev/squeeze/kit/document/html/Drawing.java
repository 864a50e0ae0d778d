package dev.squeeze.kit.document.html;

import java.util.ArrayList;
import java.util.List;

/**
 * Shared by all charts: the frame of a figure, and rendering the drawing twice, for wide windows and for phones, since text that
 * shrinks with its drawing becomes unreadable.
 */
final class Drawing {
    static final int WIDE = 760;
    static final int NARROW = 344;
    /** Width over font size of a letter in the widest common typeface: too much room rather than too little. */
    private static final double WIDTH_OF_A_LETTER = 0.64;

    private Drawing() {}

    interface Painter {
        /** @param width of the drawing, in the same units as its font size */
        Element paint(int width);
    }

    static Element figure(String title, String summary, List<Series> legend, Painter painter) {
        Element figure = Element.of("figure", "chart");
        figure.add(Element.of("figcaption").text(title));
        if (legend.size() > 1) {
            figure.add(Element.of("ul", "legend")
                    .add(legend.stream().map(Series::legendEntry).toList()));
        }
        for (int width : new int[] {WIDE, NARROW}) {
            figure.add(painter.paint(width)
                    .with("class", width == WIDE ? "wide" : "narrow")
                    .with("role", "img")
                    .with("aria-label", summary.isEmpty() ? "Chart: " + title : title + ". " + summary));
        }
        return summary.isEmpty() ? figure : figure.add(Element.of("p", "says").text(summary));
    }

    static Element svg(int width, double height) {
        return Element.of("svg")
                .with("viewBox", "0 0 " + width + " " + Element.number(height))
                .with("width", width)
                .with("height", height);
    }

    static Element text(double x, double y, String anchor, String styleClass, String words) {
        Element text = Element.of("text").with("x", x).with("y", y);
        if (!anchor.equals("start")) {
            text.with("text-anchor", anchor);
        }
        return text.with("class", styleClass).text(words);
    }

    static Element line(double x1, double y1, double x2, double y2, String styleClass) {
        return Element.of("line")
                .with("x1", x1)
                .with("y1", y1)
                .with("x2", x2)
                .with("y2", y2)
                .with("class", styleClass);
    }

    static Element box(double x, double y, double width, double height, String styleClass) {
        return Element.of("rect")
                .with("x", x)
                .with("y", y)
                .with("width", Math.max(0, width))
                .with("height", Math.max(0, height))
                .with("class", styleClass);
    }

    static Element described(Element mark, String description) {
        return description.isEmpty() ? mark : mark.add(Element.of("title").text(description));
    }

    /** Approximate width of text in the page's typeface. */
    static double widthOf(String words, double fontSize) {
        return words.codePointCount(0, words.length()) * fontSize * WIDTH_OF_A_LETTER;
    }

    /** The middle of a text, moved so that it does not extend beyond the drawing. */
    static double inside(double middle, String words, double fontSize, double width) {
        double half = widthOf(words, fontSize) / 2;
        return Math.max(half, Math.min(middle, width - half));
    }

    /** Wraps text to a width; a word longer than a line continues on the next one. */
    static List<String> wrapped(String words, double width, double fontSize) {
        int most = lettersIn(width, fontSize);
        List<String> lines = new ArrayList<>();
        String rest = words.strip();
        while (rest.codePointCount(0, rest.length()) > most) {
            int limit = rest.offsetByCodePoints(0, most);
            // A blank right after the line also ends it.
            int blank = rest.lastIndexOf(' ', limit);
            int end = blank > 0 ? blank : limit;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        lines.add(rest);
        return lines;
    }

    private static int lettersIn(double width, double fontSize) {
        return (int) Math.max(4, width / (fontSize * WIDTH_OF_A_LETTER));
    }

    /** Truncates text to a width. */
    static String fitted(String words, double width, double fontSize) {
        int most = lettersIn(width, fontSize);
        return words.codePointCount(0, words.length()) <= most
                ? words
                : words.substring(0, words.offsetByCodePoints(0, most - 1)) + "\u2026";
    }
}
