package dev.squeeze.kit.unit;

import java.util.List;
import java.util.stream.Collectors;

/** Explains why a text is not valid YAML, in terms that do not require knowledge of the parser. */
public final class YamlMistake {
    /** The first entry whose sign occurs in the parser's reason is used. */
    private static final List<Known> KNOWN = List.of(
            new Known("'\\t", "YAML does not allow a tab here: indent with spaces"),
            new Known(
                    "while parsing a flow sequence",
                    "a list that begins with [ is not closed with ], or lacks a comma"),
            new Known(
                    "while parsing a flow mapping", "a map that begins with { is not closed with }, or lacks a comma"),
            new Known("quoted scalar", "a quote is not closed"),
            new Known(
                    "mapping values are not allowed here",
                    "a value contains a colon and a space, or is indented too far: quote it, or indent it less"),
            new Known("while scanning a simple key", "a line has no colon and space after its key"),
            new Known("while parsing a block", "a line is not indented like those before it"));

    private record Known(String sign, String words) {}

    private YamlMistake() {}

    /** @param reason of the parser; an unknown one is returned without the lines that show the position */
    public static String words(String reason) {
        return KNOWN.stream()
                .filter(known -> reason.contains(known.sign()))
                .map(Known::words)
                .findFirst()
                .orElseGet(() ->
                        reason.lines().filter(line -> !line.startsWith(" ")).collect(Collectors.joining(", ")));
    }
}
