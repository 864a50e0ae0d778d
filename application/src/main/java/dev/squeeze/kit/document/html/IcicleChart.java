package dev.squeeze.kit.document.html;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A tree drawn twice, side by side: the height of each node is its share, once of one amount and once of another, with its children
 * to its right. Nodes too small to be seen are combined, so that a tree with thousands of nodes becomes a drawing of a few hundred
 * boxes. What belongs to no node of the tree is shown below it, in grey. Nodes of the first drawing are reachable with the keyboard
 * and have descriptions.
 */
public final class IcicleChart {
    private static final double FONT = 12;
    private static final double HEIGHT = 440;
    private static final double TITLE = 20;
    private static final double GAP = 14;
    private static final double MIN_HEIGHT = 4;
    private static final double MIN_HEIGHT_OF_WORDS = 14;
    private static final int LEVELS_WIDE = 3;
    private static final int LEVELS_NARROW = 2;
    private static final int TONES = 6;
    private static final String REST = "rest";

    private final String title;
    private final String summary;
    private final String firstTitle;
    private final String secondTitle;
    private final List<Node> roots;
    private final List<Node> rest;

    /**
     * A node; its amounts are the sums of those of its children, if it has any.
     *
     * @param description of the node, with its amounts
     * @param first amount, not negative
     * @param second amount, not negative
     */
    public record Node(String name, String description, double first, double second, List<Node> children) {
        public Node {
            children = List.copyOf(children);
        }
    }

    /**
     * @param summary what it shows, also used as text alternative
     * @param firstTitle name of the first amount
     * @param secondTitle name of the second amount
     * @param roots of the tree
     * @param rest what belongs to none of them, in order
     */
    public IcicleChart(
            String title, String summary, String firstTitle, String secondTitle, List<Node> roots, List<Node> rest) {
        this.title = title;
        this.summary = summary;
        this.firstTitle = firstTitle;
        this.secondTitle = secondTitle;
        this.roots = roots.stream()
                .sorted(Comparator.comparingDouble(node -> -node.first()))
                .toList();
        this.rest = List.copyOf(rest);
    }

    public Element figure() {
        Element figure = Element.of("figure", "chart icicle")
                .add(Element.of("figcaption").text(title));
        for (int width : new int[] {Drawing.WIDE, Drawing.NARROW}) {
            boolean wide = width == Drawing.WIDE;
            double panel = (width - GAP) / 2;
            int levels = wide ? LEVELS_WIDE : LEVELS_NARROW;
            Element svg = Drawing.svg(width, HEIGHT + TITLE)
                    .with("class", wide ? "wide" : "narrow")
                    .with("role", "group")
                    .with("aria-label", title + ". " + summary);
            svg.add(new Panel(0, panel, levels, Node::first, true).drawn(firstTitle));
            svg.add(new Panel(panel + GAP, panel, levels, Node::second, false).drawn(secondTitle));
            figure.add(svg);
        }
        return figure.add(Element.of("p", "says").text(summary));
    }

    /** One of the two drawings. */
    private final class Panel {
        private final double left;
        private final double width;
        private final int levels;
        private final ToDoubleFunction<Node> amount;
        private final boolean reachable;

        Panel(double left, double width, int levels, ToDoubleFunction<Node> amount, boolean reachable) {
            this.left = left;
            this.width = width;
            this.levels = levels;
            this.amount = amount;
            this.reachable = reachable;
        }

        Element drawn(String words) {
            Element group = Element.of("g");
            if (!reachable) {
                group.with("aria-hidden", "true");
            }
            group.add(Drawing.text(left, FONT, "start", "axis", Drawing.fitted(words, width, FONT)));
            double ofTree = sum(roots);
            double all = ofTree + sum(rest);
            if (!(all > 0)) {
                return group;
            }
            double at = TITLE + HEIGHT * ofTree / all;
            draw(group, roots, 0, TITLE, at - TITLE, -1);
            for (Node node : rest) {
                double own = HEIGHT * amount.applyAsDouble(node) / all;
                if (own > 0) {
                    group.add(box(node.name(), node.description(), 0, at, own, REST, true));
                    at += own;
                }
            }
            return group;
        }

        private double sum(List<Node> nodes) {
            return nodes.stream().mapToDouble(amount).sum();
        }

        /** @param tone colour of the nodes; -1 if each has its own */
        private void draw(Element group, List<Node> nodes, int level, double top, double height, int tone) {
            double all = sum(nodes);
            if (!(all > 0)) {
                return;
            }
            double at = top;
            double low = 0;
            int lows = 0;
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                double own = height * amount.applyAsDouble(node) / all;
                if (own < MIN_HEIGHT) {
                    low += own;
                    lows++;
                    continue;
                }
                int color = tone < 0 ? i % TONES : tone;
                boolean last = level == levels - 1 || node.children().isEmpty();
                group.add(box(node.name(), node.description(), level, at, own, "tone-" + color, last));
                if (!last) {
                    draw(group, node.children(), level + 1, at, own, color);
                }
                at += own;
            }
            if (lows > 0) {
                String words = String.format(Locale.ROOT, "%,d smaller", lows);
                group.add(box(words, words, level, at, low, "tone-" + Math.max(0, tone), true));
            }
        }

        private Element box(
                String name, String description, int level, double top, double height, String tone, boolean last) {
            double x = left + width * level / levels;
            double across = last ? left + width - x : width / levels;
            Element box = Element.of("g").add(Drawing.box(x, top, across, height, "cell " + tone));
            if (height >= MIN_HEIGHT_OF_WORDS) {
                box.add(Drawing.text(
                        x + 4,
                        top + Math.min(height / 2 + 4, FONT + 4),
                        "start",
                        "name",
                        Drawing.fitted(name, across - 8, FONT)));
            }
            if (reachable) {
                box.with("tabindex", "0").with("role", "img").with("aria-label", description);
            }
            return Drawing.described(box, description);
        }
    }
}
