package dev.squeeze.kit.document;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Escapes text for Markdown; the only place that does. Only what would be interpreted as Markdown or HTML is escaped, so that
 * ordinary sentences remain readable in the source. Follows CommonMark 0.31 and GitHub's tables.
 */
public final class Markdown {
    private static final Pattern ENTITY = Pattern.compile("&(?=#?\\w+;)");
    /** A tag, a comment or an autolink in angle brackets; "a < b" and "p99<5ms" are none of these. */
    private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/!?])");

    /** A quotation, a heading, a list item, or the underline of a heading; {@code --flag} is none of these. */
    private static final Pattern BLOCK_START =
            Pattern.compile("^(\\s*)(>|#(?=#{0,5}(?:\\s|$))|[+-](?=\\s|$)|-(?=-*\\s*$)|=(?==*\\s*$))");

    private static final Pattern NUMBERED_START = Pattern.compile("^(\\s*\\d{1,9})([.)])(?=\\s|$)");
    private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    private static final int MIN_FENCE = 3;

    private Markdown() {}

    /** A line of text that is shown literally anywhere in a paragraph, a heading or a list. */
    public static String text(String text) {
        String escaped = inline(text);
        escaped = BLOCK_START.matcher(escaped).replaceFirst("$1\\\\$2");
        return NUMBERED_START.matcher(escaped).replaceFirst("$1\\\\$2");
    }

    /** The same for a table cell. */
    static String cell(String text) {
        return inline(text).replace("|", "\\|").replace('\n', ' ');
    }

    /** A list item, with its line break. */
    public static String item(String text) {
        return "- " + text(text) + "\n";
    }

    /** A code block; its lines cannot end the block. */
    public static String code(String language, List<String> lines) {
        int longest = 0;
        for (String line : lines) {
            int run = 0;
            for (int i = 0; i < line.length(); i++) {
                run = line.charAt(i) == '`' ? run + 1 : 0;
                longest = Math.max(longest, run);
            }
        }
        String fence = "`".repeat(Math.max(MIN_FENCE, longest + 1));
        StringBuilder text = new StringBuilder(fence).append(language).append('\n');
        lines.forEach(line -> text.append(line).append('\n'));
        return text.append(fence).append('\n').toString();
    }

    private static String inline(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char before = i == 0 ? ' ' : text.charAt(i - 1);
            char after = i + 1 == text.length() ? ' ' : text.charAt(i + 1);
            char c = text.charAt(i);
            if (isSyntax(c, before, after, i == 0)) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        String withoutEntities = ENTITY.matcher(escaped).replaceAll("&amp;");
        return TAG.matcher(withoutEntities).replaceAll("&lt;");
    }

    private static boolean isSyntax(char c, char before, char after, boolean first) {
        return switch (c) {
            case '`' -> true;
            case '\\' -> PUNCTUATION.indexOf(after) >= 0;
            // A link or an image, or a link reference definition.
            case ']' -> after == '(' || after == '[' || after == ':';
            // Emphasis starts before a character that is not blank, and ends after one; at the beginning of a line it
            // is a list item.
            case '*' -> first || !isBlank(after) || !isBlank(before);
            case '_' ->
                !Character.isLetterOrDigit(before) && !isBlank(after)
                        || !Character.isLetterOrDigit(after) && !isBlank(before);
            case '~' -> after == '~' || before == '~';
            default -> false;
        };
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c);
    }
}
