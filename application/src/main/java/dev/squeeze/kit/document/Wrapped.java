package dev.squeeze.kit.document;

/** Running text in lines of a width that a terminal shows. */
public final class Wrapped {
    private static final int WIDTH = 100;

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
        for (String word : paragraph.split(" ")) {
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
