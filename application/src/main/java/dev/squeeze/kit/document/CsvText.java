package dev.squeeze.kit.document;

import dev.squeeze.kit.unit.VisibleText;
import java.util.regex.Pattern;

/**
 * Text of a document in a cell of a CSV file. Spreadsheets take a cell that begins with one of a few signs as a formula, which
 * may start programs and send what other cells hold; an apostrophe in front makes it text (OWASP, "CSV Injection"). Numbers
 * are not touched, nor names that begin with a hyphen and hold only what names of topics hold, since they can do nothing and
 * are looked up by whoever reads the file.
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
