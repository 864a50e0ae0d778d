package dev.squeeze.feature.measure;

import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;

/** {@code squeeze measure} as text and as Markdown. */
public final class MeasureReport {
    private MeasureReport() {}

    public static String text(MeasureResult result) {
        StringBuilder text = new StringBuilder();
        ResultHeader.lines(result).forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        SweepTable table = new SweepTable(result);
        text.append(table.text());
        Sections.text(
                text,
                "Left out (figures of the few batches tried are in the JSON document; --exhaustive measures all):",
                table.skippedLines());
        Sections.text(text, "Ratios not known to within 2 %:", table.wideLines());
        Sections.text(text, "Note:", OfflineNotes.warnings(result));
        return text.append('\n')
                .append(OfflineNotes.runLine(result))
                .append('\n')
                .toString();
    }

    public static String markdown(MeasureResult result) {
        StringBuilder text = new StringBuilder("# squeeze measure\n\n");
        ResultHeader.lines(result).forEach(line -> text.append(Markdown.item(line)));
        text.append('\n');
        SweepTable table = new SweepTable(result);
        text.append(table.markdown());
        Sections.markdown(text, "Left out", table.skippedLines());
        Sections.markdown(text, "Ratios not known to within 2 %", table.wideLines());
        Sections.markdown(text, "Notes", OfflineNotes.warnings(result));
        return text.append('\n')
                .append(Markdown.text(OfflineNotes.runLine(result)))
                .append('\n')
                .toString();
    }
}
