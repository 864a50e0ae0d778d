package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Cells of rows of text (RFC 4180): numbers where they read as such, otherwise texts. */
public final class TextCells {
    /** Without leading zeros, which numbers would lose: such are codes. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,30})(\\.\\d{1,30})?");

    private TextCells() {}

    /**
     * The value of a cell; empty where there is none.
     *
     * @param losses what the value does not keep of the text is added
     */
    public static Optional<JsonNode> value(String cell, Set<Loss> losses) {
        if (cell.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                NUMBER.matcher(cell).matches() ? JsonDocuments.number(cell, losses) : TextNode.valueOf(unquoted(cell)));
    }

    /** The text in a cell's quotes, where two quotes stand for one. */
    public static String unquoted(String cell) {
        boolean quoted = cell.length() >= 2 && cell.startsWith("\"") && cell.endsWith("\"");
        return quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    }
}
