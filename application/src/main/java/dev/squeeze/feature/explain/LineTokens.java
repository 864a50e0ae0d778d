package dev.squeeze.feature.explain;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of a line, separated by blanks; text in quotes or brackets is one token. Consecutive brackets without a
 * blank at the beginning of a line, such as {@code [0.123s][info][gc]} in a JVM log, are a token each. Brackets around
 * the whole line, such as {@code [Parallel Time: 7.2 ms, GC Workers: 1]}, are part of its words.
 */
record LineTokens(byte[] line, List<Token> tokens) {
    private static final int MAX_TOKENS = 256;

    /** @param end after its last byte */
    record Token(int start, int end) {}

    /** If there are too many tokens, the last one is the rest of the line. */
    static LineTokens of(byte[] line) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < line.length) {
            while (at < line.length && isBlank(line[at])) {
                at++;
            }
            if (at < line.length) {
                int end = tokens.size() == MAX_TOKENS - 1 ? line.length : end(line, at);
                if (tokens.isEmpty() && line[at] == '[' && end == line.length) {
                    end = endOfWord(line, at);
                }
                tokens.add(new Token(at, end));
                at = end;
            }
        }
        return new LineTokens(line, List.copyOf(tokens));
    }

    private static boolean isBlank(byte each) {
        return each == ' ' || each == '\t';
    }

    private static int end(byte[] line, int start) {
        byte close = line[start] == '"' ? (byte) '"' : line[start] == '[' ? (byte) ']' : 0;
        if (close != 0) {
            boolean leading = close == ']' && (start == 0 || line[start - 1] == ']');
            for (int at = start + 1; at < line.length; at++) {
                boolean last = at + 1 == line.length || isBlank(line[at + 1]) || leading && line[at + 1] == '[';
                if (line[at] == close && last && line[at - 1] != '\\') {
                    return at + 1;
                }
            }
        }
        return endOfWord(line, start);
    }

    private static int endOfWord(byte[] line, int start) {
        int at = start;
        while (at < line.length && !isBlank(line[at])) {
            at++;
        }
        return at;
    }

    int size() {
        return tokens.size();
    }

    /** One character per byte. */
    String text(int place) {
        Token token = tokens.get(place);
        return new String(line, token.start, token.end - token.start, StandardCharsets.ISO_8859_1);
    }

    /** A token without a digit may be part of a message's text; a token with one is a value. */
    boolean hasDigit(int place) {
        Token token = tokens.get(place);
        for (int at = token.start; at < token.end; at++) {
            if (line[at] >= '0' && line[at] <= '9') {
                return true;
            }
        }
        return false;
    }

    /**
     * The kinds of characters in a token, with repetitions collapsed: {@code 00:13,} and {@code 7:02,} are both
     * {@code 0:0,}.
     */
    String shape(int place) {
        Token token = tokens.get(place);
        StringBuilder shape = new StringBuilder();
        for (int at = token.start; at < token.end; at++) {
            byte each = line[at];
            char kind = each >= '0' && each <= '9' ? '0' : Character.isLetter(each) || each < 0 ? 'a' : (char) each;
            if (shape.isEmpty() || shape.charAt(shape.length() - 1) != kind) {
                shape.append(kind);
            }
        }
        return shape.toString();
    }
}
