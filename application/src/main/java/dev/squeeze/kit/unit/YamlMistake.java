package dev.squeeze.kit.unit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What is wrong with a text that is not YAML, in words that need no knowledge of the parser. */
public final class YamlMistake {
    /** By what the parser's reason holds; the first that fits is taken. */
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("'\\t", "a tab stands where YAML takes blanks only: indent with blanks");
        WORDS.put("while parsing a flow sequence", "a list that begins with [ is not closed with ], or lacks a comma");
        WORDS.put("while parsing a flow mapping", "a map that begins with { is not closed with }, or lacks a comma");
        WORDS.put("quoted scalar", "a quote is not closed");
        WORDS.put(
                "mapping values are not allowed here",
                "a value holds a colon and a blank, or is indented too far: put it in quotes, or move it to the left");
        WORDS.put("while scanning a simple key", "a line has no colon and blank behind its key");
        WORDS.put("while parsing a block", "a line is indented otherwise than those before it");
    }

    private YamlMistake() {}

    /** @param reason of the parser; one that is not known is passed on without the lines that show the place */
    public static String words(String reason) {
        return WORDS.entrySet().stream()
                .filter(entry -> reason.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() ->
                        reason.lines().filter(line -> !line.startsWith(" ")).collect(Collectors.joining(", ")));
    }
}
