package dev.squeeze.kit.document.html;

import java.util.List;
import java.util.Locale;

/** A flame chart of where an amount comes from: each bar is as wide as its share of the whole, with its parts below it. */
public final class FlameChart {
    private static final double ROW = 18;
    private static final double FONT = 11;
    /** Narrower bars are not visible. */
    private static final double MIN_WIDTH = 0.7;
    /** Narrower bars have no room for text. */
    private static final double MIN_FOR_WORDS = 28;

    private final String title;
    private final String summary;
    private final Frame root;

    /**
     * A bar.
     *
     * @param label short text on the bar
     * @param description shown on hover and on keyboard focus
     * @param amount above 0
     * @param inner its parts; the sum of their amounts is at most its own
     */
    public record Frame(String label, String description, double amount, List<Frame> inner) {
        public Frame {
            inner = List.copyOf(inner);
        }

        private int depth(double least) {
            return 1
                    + inner.stream()
                            .filter(frame -> frame.amount() >= least)
                            .mapToInt(frame -> frame.depth(least))
                            .max()
                            .orElse(0);
        }
    }

    /** @param summary what it shows in one sentence, also used as text alternative */
    public FlameChart(String title, String summary, Frame root) {
        this.title = title;
        this.summary = summary;
        this.root = root;
    }

    public Element figure() {
        return Drawing.figure(title, summary, List.of(), this::paint);
    }

    private Element paint(int width) {
        double perAmount = width / root.amount();
        Element svg = Drawing.svg(width, root.depth(MIN_WIDTH / perAmount) * ROW);
        draw(svg, root, 0, 0, perAmount);
        return svg;
    }

    private void draw(Element svg, Frame frame, double x, int row, double perAmount) {
        double width = frame.amount() * perAmount;
        if (width < MIN_WIDTH) {
            return;
        }
        svg.add(Drawing.described(Drawing.box(x, row * ROW, width - 0.4, ROW - 1, "flame"), frame.description()));
        if (width >= MIN_FOR_WORDS) {
            svg.add(Drawing.text(
                    x + 3,
                    row * ROW + ROW - 5,
                    "start",
                    "flame-label",
                    Drawing.fitted(frame.label(), width - 6, FONT)));
        }
        double at = x;
        for (Frame inner : frame.inner()) {
            draw(svg, inner, at, row + 1, perAmount);
            at += inner.amount() * perAmount;
        }
    }

    /** A fraction of the whole, in per cent. */
    public static String share(double amount, double whole) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * amount / whole);
    }
}
