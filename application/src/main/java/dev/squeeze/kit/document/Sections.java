package dev.squeeze.kit.document;

import java.util.List;

/** Lines under a title, for the terminal and for Markdown. Without lines there is no title. */
public final class Sections {
    private Sections() {}

    public static void text(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n');
            lines.forEach(line -> text.append(Wrapped.lines(line, "  ")));
        }
    }

    public static void markdown(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append("\n## ").append(Markdown.text(title)).append("\n\n");
            lines.forEach(line -> text.append(Markdown.item(line)));
        }
    }
}
