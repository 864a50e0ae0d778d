package dev.squeeze.kit.unit;

/**
 * Makes text from outside (file names, messages of brokers, keys of documents) safe to be shown in one line. Characters
 * that control a terminal, end a line or change the text direction are escaped as in JSON, such as {@code \u001b}, so
 * the same form can be used inside and outside a JSON string. All other text is unchanged.
 */
public final class VisibleText {
    private VisibleText() {}

    /** Whether a terminal would interpret the character instead of showing it; also true for line ends and tabs. */
    public static boolean steers(char c) {
        boolean control = c < ' ' || c >= 0x7f && c < 0xa0;
        // Some programs treat Unicode's line and paragraph separators as line ends.
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

    /** The character in JSON's six-character escape form. */
    public static String escaped(char c) {
        String digits = Integer.toHexString(c);
        return "\\u" + "0".repeat(4 - digits.length()) + digits;
    }

    /** The text as one line without control characters; the same object if nothing has to be escaped. */
    public static String oneLine(String text) {
        return shown(text, false, false);
    }

    /** The same, but keeps tabs. */
    public static String oneLineWithTabs(String text) {
        return shown(text, true, false);
    }

    /** The same for text of several lines, keeping line ends and tabs. */
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

    /** Line ends of any system: a carriage return counts only directly before a line feed. */
    private static boolean isLineEnd(String text, int at) {
        char c = text.charAt(at);
        return c == '\n' || c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
    }
}
