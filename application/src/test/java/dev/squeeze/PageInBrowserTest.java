package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.report.ResultsPage;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages in a real browser. Without Chromium, these tests are skipped. */
class PageInBrowserTest extends BrowserPages {
    private static final String MARKS_OF_SHOWN_CHARTS =
            "[...document.querySelectorAll('figure.chart')].map(f => [...f.querySelectorAll(':scope > svg')]"
                    + ".filter(s => getComputedStyle(s).display !== 'none')"
                    + ".map(s => s.querySelectorAll('.mark, .bar, .cell, path.line').length))";

    @ParameterizedTest
    @MethodSource("everyDocument")
    void showsWithoutErrorsAsksForNothingAndEveryChartHasMarksInsideItsFrame(String name) throws IOException {
        open(name, 1000);

        assertThat(browser.troubles()).isEmpty();
        assertThat(browser.requests()).hasSize(1).allMatch(url -> url.startsWith("file:"));
        assertThat(browser.evaluate("document.querySelector('h1').textContent").asText())
                .isNotBlank();
        assertThat(browser.evaluate(MARKS_OF_SHOWN_CHARTS))
                .allSatisfy(chart -> assertThat(chart).singleElement().satisfies(marks -> assertThat(marks.asInt())
                        .isPositive()));
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('svg *')].filter(e => [...e.attributes].some(a => /NaN|Infinity/.test(a.value))).length")
                        .asInt())
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void fitsAPhoneOf360Pixels(String name) throws IOException {
        open(name, 360);

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
        assertThat(browser.evaluate("document.querySelector('h1').getBoundingClientRect().bottom")
                        .asDouble())
                .as("the verdict is on the first screen")
                .isLessThan(640);
        assertThat(browser.evaluate(MARKS_OF_SHOWN_CHARTS))
                .allSatisfy(chart -> assertThat(chart).singleElement().satisfies(marks -> assertThat(marks.asInt())
                        .isPositive()));
    }

    /** A truncated label says less than the bar next to it. */
    @ParameterizedTest
    @ValueSource(ints = {360, 1000})
    void namesOfBarsAreWholeAndInsideTheirChart(int width) throws IOException {
        for (String name : List.of("bench-many-arms", "advise-change", "survey-complete", "doctor-ill")) {
            open(name, width);

            assertThat(browser.evaluate(SHOWN_NAMES + ".length").asInt())
                    .as(name)
                    .isPositive();
            assertThat(browser.evaluate(SHOWN_NAMES + ".filter(t => { const box = t.getBBox();"
                            + " return /\u2026$/.test(t.textContent) || box.x < 0"
                            + " || box.x + box.width > t.ownerSVGElement.viewBox.baseVal.width; })"
                            + ".map(t => t.textContent)"))
                    .as(name)
                    .isEmpty();
        }
    }

    private static final String SHOWN_NAMES = "[...document.querySelectorAll('figure.chart > svg')]"
            + ".filter(s => getComputedStyle(s).display !== 'none').flatMap(s => [...s.querySelectorAll('text.name')])";

    @ParameterizedTest
    @MethodSource("everyDocument")
    void textStandsOutInLightDarkAndPrint(String name) throws IOException {
        open(name, 1000);
        for (String[] look : new String[][] {{"screen", "light"}, {"screen", "dark"}, {"print", "dark"}}) {
            browser.media(look[0], look[1]);

            JsonNode faint = browser.evaluate(FAINT_TEXT);

            assertThat(faint).as(look[0] + " " + look[1]).isEmpty();
            boolean dark = browser.evaluate(
                            "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)[0] < 60")
                    .asBoolean();
            assertThat(dark).isEqualTo(look[0].equals("screen") && look[1].equals("dark"));
        }
    }

    /** Contrast required by WCAG 2.1 for text, 4.5 to 1, against the nearest background that is not transparent. */
    private static final String FAINT_TEXT = """
            (() => {
              const rgb = c => c.match(/[\\d.]+/g).map(Number);
              const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const ground = e => {
                for (; e; e = e.parentElement) {
                  const c = rgb(getComputedStyle(e).backgroundColor);
                  if (c.length < 4 || c[3] > 0.5) return c;
                }
                return [255, 255, 255];
              };
              const out = [];
              for (const e of document.querySelectorAll('h1,h2,h3,p,dt,dd,li,th,td,a,figcaption,label,caption,summary,pre,svg text')) {
                if (!e.textContent.trim() || !e.getClientRects().length || e.closest('.faint')) continue;
                const s = getComputedStyle(e);
                const a = light(rgb(e.namespaceURI.endsWith('svg') ? s.fill : s.color));
                const b = light(ground(e));
                const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (contrast < 4.5) out.push(e.tagName + ' ' + e.textContent.slice(0, 40) + ' ' + contrast.toFixed(2));
              }
              return out;
            })()
            """;

    @ParameterizedTest
    @ValueSource(ints = {360, 800, 1280, 1920})
    void tablesUseTheWidthAndKeepTheNameAndTheRankInSight(int width) throws IOException {
        for (String name : List.of("bench-many-arms", "survey-complete")) {
            open(name, width);
            browser.evaluate("document.querySelectorAll('.scroll').forEach(s => s.scrollLeft = 9999)");

            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
            assertThat(browser.evaluate("document.querySelectorAll('td.ranked').length")
                            .asInt())
                    .isPositive();
            assertThat(browser.evaluate(OUT_OF_SIGHT)).as(name).isEmpty();
            if (width >= 1280) {
                assertThat(browser.evaluate("[...document.querySelectorAll('.scroll')].filter(s => s.scrollWidth >"
                                + " s.clientWidth + 1).map(s => s.getAttribute('aria-label'))"))
                        .as("tables that do not fit")
                        .isEmpty();
            }
        }
    }

    /** Names and ranked figures outside the visible part of their table, or on top of one another. */
    private static final String OUT_OF_SIGHT = """
            [...document.querySelectorAll('td.ranked')].filter(cell => {
              const box = cell.closest('.scroll').getBoundingClientRect();
              const rank = cell.getBoundingClientRect();
              const name = cell.parentElement.cells[0].getBoundingClientRect();
              return name.left < box.left - 1 || rank.left < name.right - 1 || rank.right > box.right + 1;
            }).map(cell => cell.parentElement.textContent)
            """;

    @ParameterizedTest
    @ValueSource(ints = {360, 800, 1280, 1920})
    void copyButtonsStandBesideTheTextAndSectionsHaveLinks(int width) throws IOException {
        open("advise-change", width);

        assertThat(browser.evaluate("[...document.querySelectorAll('.config')].filter(c =>"
                        + " c.querySelector('button').getBoundingClientRect().left <"
                        + " c.querySelector('pre').getBoundingClientRect().right - 1 || c.querySelector('pre').scrollWidth >"
                        + " c.querySelector('pre').clientWidth + 1).map(c => c.textContent)"))
                .isEmpty();
        assertThat(browser.evaluate("[...document.querySelectorAll('main > section')].every(s =>"
                                + " s.querySelector('h2 a.anchor').getAttribute('href') === '#' + s.id)")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aCodecHasOneColourAndNothingElseHasIt() throws IOException {
        open("bench-many-arms", 1000);
        String style = "getComputedStyle(document.documentElement).getPropertyValue";
        List<String> codecs = List.of("--none", "--gzip", "--snappy", "--lz4", "--zstd");
        for (int i = 0; i < 6; i++) {
            String other = browser.evaluate(style + "('--t" + i + "')").asText();
            for (String codec : codecs) {
                assertThat(other)
                        .isNotEqualTo(
                                browser.evaluate(style + "('" + codec + "')").asText());
            }
        }
        assertThat(
                        browser.evaluate(
                                "[...document.querySelectorAll('.legend li')].filter(l =>"
                                        + " l.textContent === 'zstd:3').map(l => l.querySelector('.mark').getAttribute('class').split(' ')[0])"))
                .isNotEmpty()
                .allSatisfy(tone -> assertThat(tone.asText()).isEqualTo("c-zstd"));
    }

    @Test
    void aComparisonBeginsWithWhatIsHardToCompareAndWithTheConclusions() throws IOException {
        List<Result> results = List.of(BenchFixtures.manyArms(), BenchFixtures.troubled());
        for (int width : new int[] {360, 800, 1280, 1920}) {
            browser.open(written("two", ResultsPage.render(results)), width, 900);

            assertThat(browser.troubles()).isEmpty();
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
            assertThat(browser.evaluate("document.querySelector('.caveats li').textContent")
                            .asText())
                    .startsWith("Different loads")
                    .contains("closed loop", "records/s");
            assertThat(browser.evaluate("document.querySelector('main table tbody').textContent")
                            .asText())
                    .contains("concluded", "how far to trust it");
        }
    }

    @Test
    void onPaperEveryBatchSizeIsShownAndNothingIsThereToPress() throws IOException {
        open("measure-complete", 1000);
        browser.media("print", "light");

        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('.panel')].every(p => getComputedStyle(p).display === 'block')")
                        .asBoolean())
                .isTrue();
        assertThat(browser.evaluate("[...document.querySelectorAll('button')].every(b => !b.getClientRects().length)")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void batchSizesAreChangedByTheKeyboardAlone() throws IOException {
        open("measure-complete", 1000);
        String shown =
                "[...document.querySelector('.tabs').querySelectorAll('.panel')].findIndex(p => getComputedStyle(p).display === 'block')";
        int before = browser.evaluate(shown).asInt();
        int panels = browser.evaluate("document.querySelector('.tabs').querySelectorAll('.panel').length")
                .asInt();
        assertThat(panels).isGreaterThan(1);
        browser.evaluate("document.querySelector('.tabs input:checked').focus()");

        browser.press("ArrowRight", 39);

        assertThat(browser.evaluate(shown).asInt()).isEqualTo((before + 1) % panels);
    }

    @Test
    void namesNeverBecomeMarkup() throws IOException {
        String name = "<img src=x onerror=alert(1)>\"'`</script><script>window.pwned=1</script>&lt;";
        browser.open(written("hostile", HtmlReport.render(SurveyFixtures.withTopics(List.of(name)))), 1000, 900);

        assertThat(browser.troubles()).isEmpty();
        assertThat(browser.requests()).hasSize(1);
        assertThat(browser.evaluate("document.querySelectorAll('img').length + (window.pwned || 0)")
                        .asInt())
                .isZero();
        assertThat(browser.evaluate("document.querySelector('tbody th').textContent")
                        .asText())
                .isEqualTo(name);
        assertThat(browser.evaluate("JSON.parse(document.getElementById('document').textContent).topics[0].topic")
                        .asText())
                .isEqualTo(name);
    }

    @Test
    void tenThousandTopicsAreSortedAndFilteredByNumberAndName() throws IOException {
        List<String> names = java.util.stream.IntStream.range(0, 10_000)
                .mapToObj(i -> "topic-" + i)
                .toList();
        browser.open(written("many", HtmlReport.render(SurveyFixtures.withTopics(names))), 1000, 900);
        String rows = "[...document.querySelector('table.sortable').tBodies[0].rows].map(r => r.cells[0].textContent)";
        assertThat(browser.evaluate(rows)).hasSize(200);

        browser.evaluate(
                "(() => { const f = document.querySelector('.filter input'); f.value = 'topic-77'; f.dispatchEvent(new Event('input')); })()");

        assertThat(browser.evaluate(rows)).hasSize(111).allMatch(row -> row.asText()
                .contains("topic-77"));

        // The savings of topics increase with their number, so they must be ordered as numbers, not as text.
        browser.evaluate(
                "[...document.querySelectorAll('th button')].find(b => b.textContent.startsWith('USD')).click()");

        assertThat(browser.evaluate(rows + "[0]").asText()).isEqualTo("topic-7799");
        assertThat(browser.evaluate("document.querySelector('.filter [role=status]').textContent")
                        .asText())
                .isEqualTo("111 rows");
        browser.evaluate(
                "[...document.querySelectorAll('th button')].find(b => b.textContent.startsWith('USD')).click()");
        assertThat(browser.evaluate(rows + "[0]").asText()).isEqualTo("topic-77");
        assertThat(browser.troubles()).isEmpty();
    }

    @Test
    void theDocumentThatIsSavedReadsAgain() throws IOException {
        for (String name : everyDocument()) {
            open(name, 1000);

            String saved = browser.evaluate("document.getElementById('document').textContent")
                    .asText();

            assertThat(ResultJson.write(ResultKinds.reader().parse(name, saved)))
                    .isEqualTo(ResultJson.write(GoldenRenderingTest.RESULTS.get(name)));
        }
    }

    @Test
    void severalResultsStandSideBySideOnAPhoneToo() throws IOException {
        List<Result> results = List.copyOf(GoldenRenderingTest.RESULTS.values());
        for (int width : new int[] {1000, 360}) {
            browser.open(written("several", ResultsPage.render(results)), width, 900);
            browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");

            assertThat(browser.troubles()).isEmpty();
            assertThat(browser.requests()).hasSize(1);
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
            assertThat(browser.evaluate(
                                    "(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.length - new Set(ids).size; })()")
                            .asInt())
                    .as("ids that are there twice")
                    .isZero();
        }
    }
}
