package dev.squeeze.kit.unit;

/**
 * Text that came from outside (names of files, words of brokers, keys of documents), fit to be shown in one line. Characters
 * that steer a terminal, end a line or turn the direction of reading are shown as JSON writes them, such as {@code \u001b}:
 * so the same form does within a JSON string and outside of one. All other text stays as it is.
 */
public final class VisibleText {
    private VisibleText() {}

    /** Whether a terminal would do something else than show it; true for line ends and tabs too. */
    public static boolean steers(char c) {
        boolean control = c < ' ' || c >= 0x7f && c < 0xa0;
        // Unicode's line and paragraph separators end lines for some readers.
        boolean lineEnd = c == '\u2028' || c == '\u2029';
        return control || lineEnd || turns(c);
    }

    /** The marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX #9, section 2). */
    private static boolean turns(char c) {
        return c >= '\u202a' && c <= '\u202e'
                || c >= '\u2066' && c <= '\u2069'
                || c == '\u200e'
                || c == '\u200f'
                || c == '\u061c';
    }

    /** As JSON writes the character: six letters. */
    public static String escaped(char c) {
        String digits = Integer.toHexString(c);
        return "\\u" + "0".repeat(4 - digits.length()) + digits;
    }

    /** The text in one line that only shows; the same object where it is that already. */
    public static String oneLine(String text) {
        return shown(text, false, false);
    }

    /** The same, but that tabs stay. */
    public static String oneLineWithTabs(String text) {
        return shown(text, true, false);
    }

    /** The same for text of several lines, whose line ends and tabs stay. */
    public static String lines(String text) {
        return shown(text, true, true);
    }

    private static String shown(String text, boolean tabs, boolean lineEnds) {
        StringBuilder shown = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean stays = !steers(c) || tabs && c == '\t' || lineEnds && isLineEnd(text, i);
            if (!stays && shown == null) {
                shown = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (shown != null) {
                if (stays) {
                    shown.append(c);
                } else {
                    shown.append(escaped(c));
                }
            }
        }
        return shown == null ? text : shown.toString();
    }

    /** Of any system: a carriage return is one only right before a line feed. */
    private static boolean isLineEnd(String text, int at) {
        char c = text.charAt(at);
        return c == '\n' || c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
    }
}
