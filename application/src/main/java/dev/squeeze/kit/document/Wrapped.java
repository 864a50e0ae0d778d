package dev.squeeze.kit.document;

import java.util.regex.Pattern;

/** Running text in lines of a width that a terminal shows. */
public final class Wrapped {
    private static final int WIDTH = 100;

    /** A space to break a line at; the one between a number and its per cent sign is none. */
    private static final Pattern SPACE = Pattern.compile(" (?!%)");

    private Wrapped() {}

    /** The words of a paragraph in lines, the first indented once, the others twice, each with a line end. */
    public static String lines(String paragraph, String indent) {
        return lines(paragraph, indent, indent + indent);
    }

    /** The same, with what stands before the first line and before each other one. */
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
