package dev.squeeze.kit.document.html;

/**
 * A data series of a chart. It is distinguished by both colour and shape of its marks, so either suffices.
 *
 * @param name as shown in the legend
 * @param tone CSS class that sets the colour
 * @param shape of its marks
 */
public record Series(String name, String tone, Shape shape) {
    public enum Shape {
        CIRCLE,
        SQUARE,
        DIAMOND,
        TRIANGLE,
        CROSS
    }

    /** The nth of several series without specific colours. */
    public static Series nth(String name, int n) {
        return new Series(name, "tone-" + n % 6, Shape.values()[n % Shape.values().length]);
    }

    /** A mark centred at a position. */
    Element mark(double x, double y, double r, boolean hollow) {
        Element mark =
                switch (shape) {
                    case CIRCLE ->
                        Element.of("circle").with("cx", x).with("cy", y).with("r", r);
                    case SQUARE -> path(x - r, y - r, 2 * r, 0, 0, 2 * r, -2 * r, 0);
                    case DIAMOND -> path(x, y - 1.3 * r, 1.3 * r, 1.3 * r, -1.3 * r, 1.3 * r, -1.3 * r, -1.3 * r);
                    case TRIANGLE -> path(x, y - 1.2 * r, 1.2 * r, 2.1 * r, -2.4 * r, 0);
                    case CROSS ->
                        Element.of("path")
                                .with(
                                        "d",
                                        "M" + Element.number(x - r) + " " + Element.number(y - r) + "l"
                                                + Element.number(2 * r) + " " + Element.number(2 * r) + "m0 "
                                                + Element.number(-2 * r) + "l" + Element.number(-2 * r) + " "
                                                + Element.number(2 * r));
                };
        return mark.with("class", tone + " mark" + (hollow ? " hollow" : ""));
    }

    private static Element path(double x, double y, double... steps) {
        StringBuilder d =
                new StringBuilder("M").append(Element.number(x)).append(' ').append(Element.number(y));
        for (int i = 0; i < steps.length; i += 2) {
            d.append('l').append(Element.number(steps[i])).append(' ').append(Element.number(steps[i + 1]));
        }
        return Element.of("path").with("d", d.append('z').toString());
    }

    /** An entry of a legend. */
    Element legendEntry() {
        return Element.of("li")
                .add(
                        Element.of("svg")
                                .with("viewBox", "0 0 14 14")
                                .with("width", "14")
                                .with("height", "14")
                                .with("aria-hidden", "true")
                                .add(mark(7, 7, 4.5, false)),
                        Element.of("span").text(name));
    }
}
