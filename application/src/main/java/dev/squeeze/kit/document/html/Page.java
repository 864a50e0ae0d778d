package dev.squeeze.kit.document.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A self-contained HTML page: it contains its style sheet, script and data, and its content security policy forbids all requests
 * and all other scripts.
 */
public final class Page {
    private static final int SECONDS_WITHOUT_SCRIPT = 5;

    private Page() {}

    /** Data embedded in the page, for the script or to be saved. */
    public record Data(String id, String json) {}

    /** The complete text of a page. */
    public static String render(String title, Element body, List<Data> data) {
        String script = resource("page.js");
        Element head = head(title, resource("page.css"), "script-src '" + digest(script) + "'");
        addData(body, data);
        body.add(Element.of("script").verbatim(script));
        return whole(head, body);
    }

    /**
     * The page of a run in progress: it polls the server it was loaded from, and no other, for the state of the run, and redraws
     * itself. Without scripts, the browser reloads the page.
     */
    public static String renderLive(String title, Element body, List<Data> data) {
        String script = resource("page.js");
        String live = resource("live.js");
        Element head = head(
                        title,
                        resource("page.css") + resource("live.css"),
                        "script-src '" + digest(script) + "' '" + digest(live) + "'; connect-src 'self'")
                .add(Element.of("link").with("rel", "icon").with("href", "data:,"))
                .add(Element.of("noscript")
                        .add(Element.of("meta")
                                .with("http-equiv", "refresh")
                                .with("content", Integer.toString(SECONDS_WITHOUT_SCRIPT))));
        addData(body, data);
        body.add(Element.of("script").verbatim(script), Element.of("script").verbatim(live));
        return whole(head, body);
    }

    private static Element head(String title, String style, String allowed) {
        return Element.of("head")
                .add(Element.of("meta").with("charset", "utf-8"))
                .add(Element.of("meta")
                        .with("http-equiv", "Content-Security-Policy")
                        .with(
                                "content",
                                "default-src 'none'; style-src '" + digest(style) + "'; " + allowed
                                        + "; img-src data:; base-uri 'none'; form-action 'none'"))
                .add(Element.of("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1"))
                .add(Element.of("meta").with("name", "referrer").with("content", "no-referrer"))
                .add(Element.of("meta").with("name", "color-scheme").with("content", "light dark"))
                .add(Element.of("title").text(title))
                .add(Element.of("style").verbatim(style));
    }

    private static void addData(Element body, List<Data> data) {
        for (Data item : data) {
            body.add(Element.of("script")
                    .with("type", "application/json")
                    .with("id", item.id())
                    .verbatim(harmless(item.json())));
        }
    }

    private static String whole(Element head, Element body) {
        return "<!DOCTYPE html>\n" + Element.of("html").with("lang", "en").add(head, body) + "\n";
    }

    /** In JSON, these characters only occur in strings, where they may be escaped; so no string can end the element. */
    private static String harmless(String json) {
        return json.replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the build left out " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the page's " + name + " cannot be read", e);
        }
    }
}
