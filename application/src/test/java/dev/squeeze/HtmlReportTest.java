package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.advise.AdviseFixtures;
import dev.squeeze.feature.explain.ExplainFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.report.ResultsPage;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.Result;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HtmlReportTest {
    private static final Pattern TAG = Pattern.compile("<([a-z]+)[^>]*>");
    private static final Pattern ADDRESS = Pattern.compile("(?:href|src|action|data)=\"([^\"]*)\"");

    static Collection<Result> everyDocument() {
        return GoldenRenderingTest.RESULTS.values();
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void beginsWithTheVerdictAndEndsWithTheDocument(Result result) {
        String page = HtmlReport.render(result);

        assertThat(page).startsWith("<!DOCTYPE html>\n").endsWith("</html>\n");
        assertThat(page.indexOf("<h1 class=\"verdict\">")).isBetween(0, page.indexOf("<h2>"));
        assertThat(page)
                .contains("Method and environment", result.run().environment().java(), "\"kind\":\"" + result.kind());
        assertThat(page).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void itsOwnPolicyForbidsEveryRequestAndItNamesNone(Result result) {
        String page = HtmlReport.render(result);

        assertThat(page).contains("Content-Security-Policy", "default-src &#39;none&#39;");
        assertThat(page).doesNotContain("unsafe-inline").doesNotContain("unsafe-eval");
        Matcher addresses = ADDRESS.matcher(page.substring(0, page.indexOf("<script type")));
        while (addresses.find()) {
            assertThat(addresses.group(1)).startsWith("#");
        }
        assertThat(page).doesNotContain(" style=\"");
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void everyChartSaysInWordsWhatItIsAndHasATableOfItsFigures(Result result) {
        String page = HtmlReport.render(result);

        Matcher charts = Pattern.compile("<figure class=\"chart\">(.*?)</figure>", Pattern.DOTALL)
                .matcher(page);
        while (charts.find()) {
            assertThat(charts.group(1))
                    .startsWith("<figcaption>")
                    .containsPattern("role=\"img\" aria-label=\"[^\"]{10,}\"");
        }
        assertThat(page).contains("<table");
    }

    @Test
    void aNameIsTextWhateverItHolds() {
        String name = "<img src=x onerror=alert(1)>\"'</script>\u202e\u0007";
        String page = HtmlReport.render(SurveyFixtures.withTopics(List.of(name)));

        assertThat(page).doesNotContain("<img").doesNotContain("\u202e\u0007");
        assertThat(page).contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&lt;/script&gt;\ufffd\ufffd");
        assertThat(tags(page)).doesNotContain("img");
        assertThat(page.split("</script>", -1))
                .as("two data and script elements, and what follows")
                .hasSize(3);
    }

    private static List<String> tags(String page) {
        return TAG.matcher(page).results().map(tag -> tag.group(1)).toList();
    }

    @Test
    void severalResultsAreComparedWithTheFirstAndTheirDifferencesNamed() {
        String page = ResultsPage.render(List.of(MeasureFixtures.complete(), MeasureFixtures.complete()));

        assertThat(page).contains("B over A", "1.00 (");
        assertThat(page).contains("0 of ").doesNotContain("Different data");
        String mixed = ResultsPage.render(List.of(MeasureFixtures.complete(), SurveyFixtures.complete()));
        assertThat(mixed).contains("Different kinds: measure; survey.", "no figures in common");
    }

    @Test
    void whatFieldsCostIsCompared() {
        String page = ResultsPage.render(List.of(ExplainFixtures.complete(), ExplainFixtures.complete()));

        assertThat(page)
                .contains(
                        "0 of 5 figures",
                        "all fields: stored bytes per record",
                        "items[].price: stored bytes per record");
    }

    @Test
    void aComparisonBeginsWithWhatIsRecommendedWhereThatDiffers() {
        String page = ResultsPage.render(List.of(AdviseFixtures.change(), AdviseFixtures.stored()));

        assertThat(page)
                .containsPattern(
                        "<h1[^>]*>Recommended: A zstd:6, batch.size=65536, linger.ms=20; B zstd:3, [^<]+ \\d+ of");
        assertThat(ResultsPage.render(List.of(AdviseFixtures.change(), AdviseFixtures.change())))
                .doesNotContain("Recommended: A");
    }

    @Test
    void aPageOfEveryTopicHasThemAllWhateverTheTextShows() {
        List<String> names = IntStream.range(0, 500).mapToObj(i -> "topic-" + i).toList();

        String page = HtmlReport.render(SurveyFixtures.withTopics(names));

        assertThat(names).allSatisfy(name -> assertThat(page).contains(">" + name + "</th>"));
    }

    @Test
    void doesNotChangeWithTheLocaleOfTheMachine() {
        Locale before = Locale.getDefault();
        for (Result result : everyDocument()) {
            try {
                Locale.setDefault(Locale.ROOT);
                String neutral = HtmlReport.render(result);
                Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

                assertThat(HtmlReport.render(result)).isEqualTo(neutral);
            } finally {
                Locale.setDefault(before);
            }
        }
    }
}
