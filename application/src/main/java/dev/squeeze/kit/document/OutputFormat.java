package dev.squeeze.kit.document;

import dev.squeeze.kit.unit.UsageException;
import dev.squeeze.kit.unit.VisibleText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The output formats of a result. */
public enum OutputFormat {
    TEXT("txt"),
    JSON("json"),
    CSV("csv"),
    MARKDOWN("md"),
    HTML("html");

    private final String extension;

    OutputFormat(String extension) {
        this.extension = extension;
    }

    /**
     * The output format for a file name.
     *
     * @throws UsageException if the extension is unknown
     */
    public static OutputFormat ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> lower.endsWith("." + format.extension))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown output format of '" + name
                        + "': the name must end in "
                        + Arrays.stream(values())
                                .map(format -> "." + format.extension)
                                .collect(Collectors.joining(", "))));
    }

    /**
     * Renders a result as text for a terminal.
     *
     * @param details whether to render everything or only the first screen
     */
    public static String onTerminal(Result result, boolean details, Emphasis emphasis) {
        Result shown = DocumentText.with(result, VisibleText::oneLine);
        return TerminalText.render(details ? shown.document() : shown.firstScreen(), emphasis);
    }

    /** Renders a result as standalone Markdown with its own title, without the duration of the command. */
    public static String markdown(Result result, String title) {
        Document document = DocumentText.with(result, VisibleText::oneLine).document();
        return MarkdownText.render(new Document(
                VisibleText.oneLine(title),
                document.subject(),
                document.opening(),
                document.verdict(),
                document.lead(),
                document.sections(),
                List.of()));
    }

    /**
     * Renders a result. Names in it may have been chosen by anybody: they are escaped for the format here, or, for Markdown and
     * pages, where text becomes {@link Markdown} or an element.
     */
    public String render(Result result) {
        return switch (this) {
            case JSON -> ResultJson.write(result);
            case CSV -> DocumentText.with(result, CsvText::cell).csv();
            case TEXT ->
                TerminalText.render(
                        DocumentText.with(result, VisibleText::oneLine).document());
            case MARKDOWN ->
                MarkdownText.render(
                        DocumentText.with(result, VisibleText::oneLine).document());
            case HTML -> HtmlReport.render(result);
        };
    }
}
