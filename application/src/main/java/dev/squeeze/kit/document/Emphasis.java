package dev.squeeze.kit.document;

/** How a terminal emphasizes what is most important. */
public enum Emphasis {
    /** No emphasis: for files, pipes and terminals without support for it. */
    NONE,
    /** Bold and colours, for ECMA-48 (ANSI) terminals. */
    ANSI;

    private static final String END = "\u001b[0m";

    /** For what should be read first. */
    String strong(String line) {
        return with("\u001b[1m", line);
    }

    /** For the recommendation. */
    String chosen(String line) {
        return with("\u001b[1;32m", line);
    }

    /** For what to know before acting. */
    String warning(String line) {
        return with("\u001b[33m", line);
    }

    private String with(String begin, String line) {
        return this == NONE || line.isBlank() ? line : begin + line + END;
    }
}
