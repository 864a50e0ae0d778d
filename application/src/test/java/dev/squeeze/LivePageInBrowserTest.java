package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.feature.advise.AdviseFixtures;
import dev.squeeze.kit.document.live.LivePage;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The live page in a real browser. Without Chromium, these tests are skipped. */
@Tag("browser")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class LivePageInBrowserTest {
    private static final String NO_BANNER = "document.getElementById('live') === null";

    private static Browser browser;

    private LivePage page;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> executable = Browser.installed();
        if (executable.isPresent()) {
            browser = new Browser(executable.get(), Files.createTempDirectory("squeeze-browser"));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        assumeTrue(browser != null, "no chromium on the PATH: pages are not looked at in a browser");
        page = LivePage.open(0, "advise", Instant.parse("2026-11-21T10:00:00Z"));
    }

    @AfterEach
    void close() {
        if (page != null) {
            page.close();
        }
    }

    private void show(int width) {
        browser.media("screen", "light");
        browser.open(URI.create(page.address()), width, 800);
    }

    private static void await(String expression) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!holds(expression) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(holds(expression)).as(expression).isTrue();
    }

    /** False while one page is being replaced with another. */
    private static boolean holds(String expression) {
        try {
            return browser.evaluate(expression).asBoolean();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    @Test
    void saysWhatTheRunDoesWithoutBeingDrawnAgain() throws Exception {
        page.doing("measuring speeds, round 1", " 12 %, about 20 s left in all", OptionalDouble.of(0.12));
        show(1000);
        assertThat(browser.evaluate("document.querySelector('#live-words').textContent")
                        .asText())
                .isEqualTo("measuring speeds, round 1: 12 %, about 20 s left in all");

        page.doing("measuring speeds, round 2", " 56 %, about 9 s left in all", OptionalDouble.of(0.56));
        await("document.querySelector('#live-words').textContent.includes('round 2: 56 %')");

        assertThat(browser.evaluate("document.querySelector('#live-bar').value").asDouble())
                .isEqualTo(0.56);
        assertThat(browser.evaluate("document.title").asText()).startsWith("56 %");
        assertThat(browser.requests().stream().filter(page.address()::equals)).hasSize(1);
        assertThat(browser.requests()).allMatch(url -> url.startsWith(page.address()));
        assertThat(browser.troubles()).isEmpty();
    }

    @Test
    void becomesTheReportWithWhatItsReaderHadOpenedAndTyped() throws Exception {
        page.show(AdviseFixtures::change);
        show(1000);
        assertThat(browser.evaluate("document.querySelector('h1').textContent").asText())
                .startsWith("So far: ");
        browser.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })");
        browser.evaluate("(() => { const knob = document.querySelector('[data-knob]'); knob.value = '7';"
                + " knob.dispatchEvent(new Event('input')); })()");
        browser.evaluate("document.querySelector('#s2').scrollIntoView()");
        double before = browser.evaluate("document.querySelector('#s2').getBoundingClientRect().top")
                .asDouble();

        page.done(AdviseFixtures.change());
        await(NO_BANNER + " && document.readyState === 'complete'");

        assertThat(browser.evaluate("document.documentElement.outerHTML").asText())
                .doesNotContain("connect-src");
        assertThat(browser.evaluate("[...document.querySelectorAll('details')].every(one => one.open)")
                        .asBoolean())
                .isTrue();
        assertThat(browser.evaluate("document.querySelector('[data-knob]').value")
                        .asText())
                .isEqualTo("7");
        assertThat(browser.evaluate("document.querySelector('#s2').getBoundingClientRect().top")
                        .asDouble())
                .isBetween(before - 2, before + 2);
        assertThat(browser.evaluate("sessionStorage.length").asInt()).isZero();
        assertThat(browser.troubles()).isEmpty();
    }

    @Test
    void saysSoWhereTheRunEndsWithoutAResult() throws Exception {
        page.doing("reading and sampling", "", OptionalDouble.empty());
        show(1000);
        TimeUnit.SECONDS.sleep(1);

        page.close(() -> false);

        await("document.querySelector('#live').classList.contains('over')");
        assertThat(browser.evaluate("document.querySelector('#live-words').textContent")
                        .asText())
                .contains("ended");
    }

    @Test
    void fitsAPhoneOf360PixelsAndHidesNothingItLinksTo() {
        page.doing("measuring speeds, round 11", " 12 %, about 20 s left in all", OptionalDouble.of(0.12));
        page.show(AdviseFixtures::change);
        show(360);

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
        browser.evaluate("location.hash = '#s2'");
        assertThat(browser.evaluate("document.querySelector('#s2').getBoundingClientRect().top"
                                + " >= document.querySelector('#live').getBoundingClientRect().bottom - 1")
                        .asBoolean())
                .isTrue();
    }
}
