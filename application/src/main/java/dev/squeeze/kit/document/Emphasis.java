package dev.squeeze.kit.document;

/** How a terminal shows what matters most. */
public enum Emphasis {
    /** As all else: for files, pipes, and terminals that cannot do more. */
    NONE,
    /** By weight and colour, as ECMA-48 (ANSI) terminals have them. */
    ANSI;

    private static final String END = "\u001b[0m";

    /** What to read first. */
    String strong(String line) {
        return with("\u001b[1m", line);
    }

    /** What is recommended. */
    String chosen(String line) {
        return with("\u001b[1;32m", line);
    }

    /** What to know before acting. */
    String warning(String line) {
        return with("\u001b[33m", line);
    }

    private String with(String begin, String line) {
        return this == NONE || line.isBlank() ? line : begin + line + END;
    }
}
