package dev.squeeze.kit.document;

import dev.squeeze.kit.unit.VisibleText;
import java.util.regex.Pattern;

/**
 * Escapes text for a cell of a CSV file. Spreadsheets interpret a cell that begins with certain characters as a formula, which may
 * start programs and send the contents of other cells; a leading apostrophe makes it text (OWASP, "CSV Injection"). Numbers are not
 * changed. Nor are names that begin with a hyphen and only contain characters allowed in topic names, since they are harmless and
 * readers of the file look them up.
 */
final class CsvText {
    private static final Pattern HARMLESS = Pattern.compile("-[A-Za-z0-9._-]*");

    private CsvText() {}

    static String cell(String text) {
        String shown = VisibleText.oneLine(text);
        boolean formula = !shown.isEmpty()
                && "=+-@".indexOf(shown.charAt(0)) >= 0
                && !HARMLESS.matcher(shown).matches();
        return formula ? "'" + shown : shown;
    }
}
