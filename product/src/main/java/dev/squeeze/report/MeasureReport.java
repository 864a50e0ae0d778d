package dev.squeeze.report;

import java.util.List;

/** {@code squeeze measure} as text and as Markdown. */
final class MeasureReport {
    private MeasureReport() {}

    static String text(MeasureResult result) {
        StringBuilder text = new StringBuilder();
        ResultHeader.lines(result).forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        SweepTable table = new SweepTable(result);
        text.append(table.text());
        section(
                text,
                "Left out (figures of the few batches tried are in the JSON document; --exhaustive measures all):",
                table.skippedLines());
        section(text, "Ratios not known to within 2 %:", table.wideLines());
        section(text, "Note:", ResultHeader.warnings(result));
        return text.append('\n')
                .append(ResultHeader.runLine(result))
                .append('\n')
                .toString();
    }

    static String markdown(MeasureResult result) {
        StringBuilder text = new StringBuilder("# squeeze measure\n\n");
        ResultHeader.lines(result).forEach(line -> text.append(Markdown.item(line)));
        text.append('\n');
        SweepTable table = new SweepTable(result);
        text.append(table.markdown());
        markdownSection(text, "Left out", table.skippedLines());
        markdownSection(text, "Ratios not known to within 2 %", table.wideLines());
        markdownSection(text, "Notes", ResultHeader.warnings(result));
        return text.append('\n')
                .append(Markdown.text(ResultHeader.runLine(result)))
                .append('\n')
                .toString();
    }

    static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n');
            lines.forEach(line -> text.append(Wrapped.lines(line, "  ")));
        }
    }

    static void markdownSection(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append("\n## ").append(Markdown.text(title)).append("\n\n");
            lines.forEach(line -> text.append(Markdown.item(line)));
        }
    }
}
