package dev.squeeze;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.kit.document.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A browser for tests of pages, one for each class. Without Chromium, the tests are skipped. */
@Tag("browser")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
abstract class BrowserPages {
    @TempDir
    static Path folder;

    static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> executable = Browser.installed();
        if (executable.isPresent()) {
            browser = new Browser(executable.get(), Files.createTempDirectory("squeeze-browser"));
        }
    }

    /** For each test separately, so that each is counted as skipped. */
    @BeforeEach
    void needsABrowser() {
        assumeTrue(browser != null, "no chromium on the PATH: pages are not looked at in a browser");
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    static Set<String> everyDocument() {
        return GoldenRenderingTest.RESULTS.keySet();
    }

    static Path written(String name, String page) throws IOException {
        return Files.writeString(folder.resolve(name + ".html"), page);
    }

    /** The page of a document, rendered once for each class. */
    static void open(String name, int width) throws IOException {
        browser.media("screen", "light");
        Path page = folder.resolve("document-" + name + ".html");
        if (!Files.exists(page)) {
            Files.writeString(page, HtmlReport.render(GoldenRenderingTest.RESULTS.get(name)));
        }
        browser.open(page, width, 900);
    }
}
