package dev.squeeze.kit.document;

import java.util.regex.Pattern;

/** Wraps text to the line width of terminal output. */
public final class Wrapped {
    private static final int WIDTH = 100;

    /** A space where a line may break, which excludes those before a per cent sign. */
    private static final Pattern SPACE = Pattern.compile(" (?!%)");

    private Wrapped() {}

    /** A paragraph in lines with line breaks; the first is indented once, the others twice. */
    public static String lines(String paragraph, String indent) {
        return lines(paragraph, indent, indent + indent);
    }

    /** The same, with given prefixes for the first line and for all others. */
    public static String lines(String paragraph, String first, String other) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : SPACE.split(paragraph)) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append('\n');
                line = new StringBuilder(other);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        return text.append(line).append('\n').toString();
    }
}
