package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.report.ResultsPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Accessibility of pages, checked with the rules of axe-core and with the keyboard. */
@SuppressWarnings("NullAway.Init")
class AccessiblePagesTest extends BrowserPages {
    private static final String LIBRARY = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    /** Rules whose result depends on the width even if the same styles apply. */
    private static final String OF_WIDTH = ", runOnly: ['scrollable-region-focusable', 'target-size']";

    /** All rules: those of WCAG 2.1 and best practices. */
    private static final String ALL = "";

    private static String axe;

    @BeforeAll
    static void readLibrary() throws IOException {
        try (InputStream in = AccessiblePagesTest.class.getClassLoader().getResourceAsStream(LIBRARY)) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void axeFindsNothing(String name) throws IOException {
        open(name, 360);
        // Collapsed parts belong to the page as well.
        browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
        browser.evaluate(axe + "; true");
        for (int width : new int[] {360, 800, 1280, 1920}) {
            browser.screen(width, 900);
            browser.media("screen", width == 800 ? "dark" : "light");

            assertThat(violations(width <= 800 ? ALL : OF_WIDTH))
                    .as(name + " at " + width + " pixels")
                    .isEmpty();
        }
    }

    @Test
    void axeFindsNothingInAComparisonOfResults() throws IOException {
        String page = ResultsPage.render(List.of(BenchFixtures.manyArms(), BenchFixtures.troubled()));
        browser.open(written("compared", page), 1280, 900);

        assertThat(findings()).isEmpty();
    }

    @Test
    void aPageOfFlameGraphsFitsEveryScreenAndIsReadByTheKeyboard() throws IOException {
        for (int width : new int[] {360, 800, 1280, 1920}) {
            browser.media("screen", width == 800 ? "dark" : "light");
            browser.open(written("flames", BenchFixtures.flamePage()), width, 900);

            assertThat(browser.troubles()).isEmpty();
            assertThat(browser.requests()).hasSize(1);
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
            assertThat(findings()).isEmpty();
            browser.evaluate(DRAWINGS + "[0].focus()");
            browser.press("End", 35);
            assertThat(reading(DRAWINGS + "[0]")).isEqualTo("java.util.zip.Deflater.deflateBytesBytes: 70.0 %, 700 ms");
        }
    }

    private static JsonNode findings() {
        browser.evaluate(axe + "; true");
        return violations(ALL);
    }

    private static JsonNode violations(String rules) {
        return browser.evaluate("axe.run(document, {resultTypes: ['violations']" + rules
                + "}).then(r => r.violations.map(v =>"
                + " v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')))");
    }

    /** The drawings of all visible charts that have values. */
    private static final String DRAWINGS = "[...document.querySelectorAll('figure.chart')].map(f =>"
            + " [...f.querySelectorAll(':scope > svg')].find(s => getComputedStyle(s).display !== 'none'))";

    @ParameterizedTest
    @MethodSource("everyDocument")
    void theValuesOfEveryChartAreReadByTheKeyboard(String name) throws IOException {
        open(name, 1280);
        browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true);"
                + "document.querySelectorAll('.panel').forEach(p => p.style.display = 'block')");
        int charts = browser.evaluate(DRAWINGS + ".length").asInt();
        for (int chart = 0; chart < charts; chart++) {
            String drawing = DRAWINGS + "[" + chart + "]";
            browser.evaluate(drawing + ".focus()");
            browser.press("ArrowRight", 39);
            String first = reading(drawing);
            browser.press("End", 35);

            assertThat(first)
                    .as(browser.evaluate(drawing + ".getAttribute('aria-label')")
                            .asText())
                    .isNotBlank()
                    .doesNotStartWith("Arrow keys");
            assertThat(reading(drawing)).isNotBlank();
            assertThat(browser.evaluate(drawing + ".querySelectorAll('.read').length")
                            .asInt())
                    .isEqualTo(1);
        }
        assertThat(browser.troubles()).isEmpty();
    }

    private static String reading(String drawing) {
        return browser.evaluate(drawing + ".parentElement.querySelector('.reading').textContent")
                .asText();
    }
}
