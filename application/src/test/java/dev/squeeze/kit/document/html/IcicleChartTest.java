package dev.squeeze.kit.document.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class IcicleChartTest {
    private static final Pattern BOX = Pattern.compile(
            "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"([0-9.]+)\" class=\"cell");

    private static IcicleChart.Node leaf(String name, double first, double second) {
        return new IcicleChart.Node(name, name + " in words", first, second, List.of());
    }

    private static String drawn(List<IcicleChart.Node> nodes) {
        return drawn(nodes, List.of());
    }

    private static String drawn(List<IcicleChart.Node> nodes, List<IcicleChart.Node> rest) {
        return new IcicleChart("Where bytes are", "What is to be seen.", "stored", "raw", nodes, rest)
                .figure()
                .toString();
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void thousandsOfNodesAreAFewHundredBoxes() {
        List<IcicleChart.Node> groups = new ArrayList<>();
        for (int group = 0; group < 50; group++) {
            List<IcicleChart.Node> leaves = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                leaves.add(leaf("field " + i, 1 + i % 7, 3));
            }
            double first = leaves.stream().mapToDouble(IcicleChart.Node::first).sum();
            groups.add(new IcicleChart.Node("group " + group, "a group", first, 300, leaves));
        }
        String svg = drawn(groups);

        assertThat(count(svg, "<rect")).isBetween(200, 1_000);
        assertThat(svg.length()).isLessThan(250_000);
        assertThat(svg).contains("100 smaller");
    }

    @Test
    void heightsAreSharesAndNothingIsDrawnOutside() {
        String svg = drawn(List.of(leaf("small", 1, 9), leaf("large", 3, 1)));
        Matcher boxes = BOX.matcher(svg);
        List<Double> heights = new ArrayList<>();
        while (boxes.find()) {
            heights.add(Double.parseDouble(boxes.group(4)));
            assertThat(Double.parseDouble(boxes.group(1)) + Double.parseDouble(boxes.group(3)))
                    .isLessThanOrEqualTo(760.1);
            assertThat(Double.parseDouble(boxes.group(2)) + Double.parseDouble(boxes.group(4)))
                    .isLessThanOrEqualTo(460.1);
        }

        // The larger node is first on both sides, and there is a drawing for wide windows and one for phones.
        assertThat(heights).containsExactly(330.0, 110.0, 44.0, 396.0, 330.0, 110.0, 44.0, 396.0);
    }

    @Test
    void whatBelongsToNoNodeStandsBelowAndCountsForTheShares() {
        String svg = drawn(List.of(leaf("a", 1, 1)), List.of(leaf("shared", 2, 0), leaf("syntax", 1, 1)));
        Matcher boxes = Pattern.compile("height=\"([0-9.]+)\" class=\"cell ([a-z0-9-]+)")
                .matcher(svg);
        List<String> drawn = new ArrayList<>();
        while (boxes.find()) {
            drawn.add(boxes.group(2) + " " + boxes.group(1));
        }

        assertThat(drawn.subList(0, 5)).containsExactly("tone-0 110", "rest 220", "rest 110", "tone-0 220", "rest 220");
    }

    @Test
    void aKeyboardReachesEachNodeOnceAndHearsItsWords() {
        String svg = drawn(List.of(leaf("<b>", 1, 1), leaf("other", 1, 1)));

        // Two nodes in each of the two sizes, one of which a page shows.
        assertThat(count(svg, "tabindex=\"0\"")).isEqualTo(4);
        assertThat(svg).contains("aria-label=\"other in words\"").doesNotContain("<b>");
        assertThat(count(svg, "aria-hidden=\"true\"")).isEqualTo(2);
    }
}
