package dev.squeeze.kit.document;

import dev.squeeze.kit.unit.UsageException;
import dev.squeeze.kit.unit.VisibleText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The forms a result can be written in. */
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
     * The form that a file's name asks for.
     *
     * @throws UsageException where the name's ending is none of the known ones
     */
    public static OutputFormat ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> lower.endsWith("." + format.extension))
                .findFirst()
                .orElseThrow(() -> new UsageException("the format is not known from '" + name
                        + "': let the name end in "
                        + Arrays.stream(values())
                                .map(format -> "." + format.extension)
                                .collect(Collectors.joining(", "))));
    }

    /**
     * What a terminal shows; text.
     *
     * @param details everything, not only the first screen
     */
    public static String onTerminal(Result result, boolean details, Emphasis emphasis) {
        Result shown = DocumentText.with(result, VisibleText::oneLine);
        return TerminalText.render(details ? shown.document() : shown.firstScreen(), emphasis);
    }

    /** The Markdown of a result that is handed on by itself: with a title of its own, and without how long the command took. */
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
     * Renders a result. Names in it may have been chosen by anybody: they are made harmless for the form here, and for
     * Markdown and pages where text becomes {@link Markdown} or an element.
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
