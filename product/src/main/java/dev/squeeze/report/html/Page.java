package dev.squeeze.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A page of one file: style sheet, script and data are in it, and its own policy forbids every request and every script
 * but that one.
 */
public final class Page {
    private Page() {}

    /** Data that go along, for the script or to be saved. */
    public record Data(String id, String json) {}

    /** The whole text of a page. */
    public static String render(String title, Element body, List<Data> data) {
        String style = resource("page.css");
        String script = resource("page.js");
        Element head = Element.of("head")
                .add(Element.of("meta").with("charset", "utf-8"))
                .add(Element.of("meta")
                        .with("http-equiv", "Content-Security-Policy")
                        .with(
                                "content",
                                "default-src 'none'; style-src '" + digest(style) + "'; script-src '" + digest(script)
                                        + "'; img-src data:; base-uri 'none'; form-action 'none'"))
                .add(Element.of("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1"))
                .add(Element.of("meta").with("name", "referrer").with("content", "no-referrer"))
                .add(Element.of("meta").with("name", "color-scheme").with("content", "light dark"))
                .add(Element.of("title").text(title))
                .add(Element.of("style").verbatim(style));
        for (Data one : data) {
            body.add(Element.of("script")
                    .with("type", "application/json")
                    .with("id", one.id())
                    .verbatim(harmless(one.json())));
        }
        body.add(Element.of("script").verbatim(script));
        return "<!DOCTYPE html>\n" + Element.of("html").with("lang", "en").add(head, body) + "\n";
    }

    /** JSON has these characters in its texts alone, where they may be written so; no text then ends the element. */
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
            throw new UncheckedIOException("the page's " + name + " does not read", e);
        }
    }
}
