package dev.squeeze.kit.document.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BarChartTest {
    private static final Pattern NAME = Pattern.compile("class=\"name\">([^<]*)<");

    private static List<String> names(String name, String drawing) {
        BarChart chart = new BarChart("Records per second", "", Axis.linear("records/s", 0, 10, String::valueOf));
        chart.row(new BarChart.Row(
                name,
                List.of(new BarChart.Part(new Series("rate", "tone-0", Series.Shape.SQUARE), 7, "seven")),
                6,
                8,
                "7"));
        String svg = chart.figure().toString();
        String drawn = svg.split("<svg", -1)[drawing.equals("wide") ? 1 : 2];
        return NAME.matcher(drawn)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    @Test
    void theTitleOfAnAxisStaysInsideANarrowDrawing() {
        String title = "median ms from send() to acknowledgement";
        Axis axis = Axis.linear(title, 0, 10, String::valueOf);
        Series series = new Series("rate", "tone-0", Series.Shape.SQUARE);

        assertInside(
                title,
                new XyChart("Saving", "", axis, axis)
                        .spot(Spot.at(7, 7, series, "here"))
                        .figure());
        assertInside(
                title,
                new BarChart("Saving", "", axis)
                        .row(new BarChart.Row("a name of some length", List.of(), 6, 8, "7 records per second"))
                        .figure());
        assertInside(title, new ColumnChart("Saving", "", title, axis).figure());
    }

    private static void assertInside(String title, Element figure) {
        Matcher found = Pattern.compile("<text x=\"([0-9.]+)\"[^>]*text-anchor=\"middle\"[^>]*>" + Pattern.quote(title))
                .matcher(figure.toString().split("<svg", -1)[2]);
        assertThat(found.find()).isTrue();
        double middle = Double.parseDouble(found.group(1));
        double half = Drawing.widthOf(title, 12) / 2;

        assertThat(middle - half).isNotNegative();
        assertThat(middle + half).isLessThanOrEqualTo(Drawing.NARROW);
    }

    @Test
    void aShortNameStandsNextToItsBar() {
        assertThat(names("zstd:3", "wide")).containsExactly("zstd:3");
        assertThat(names("zstd:3", "narrow")).containsExactly("zstd:3");
    }

    @Test
    void aLongNameIsWrappedBetweenWordsAndNotCut() {
        String name = "zstd:3, batch.size=262144, linger.ms=50, acks=all, max.in.flight.requests.per.connection=1";

        for (String drawing : List.of("wide", "narrow")) {
            assertThat(String.join(" ", names(name, drawing))).isEqualTo(name);
        }
        assertThat(names(name, "narrow")).hasSizeGreaterThan(1);
    }

    @Test
    void aWordThatIsLongerThanALineGoesOnInTheNext() {
        String topic = "orders.".repeat(20);

        assertThat(String.join("", names(topic, "narrow"))).isEqualTo(topic);
    }
}
