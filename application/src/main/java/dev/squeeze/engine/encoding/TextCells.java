package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Cells of text rows (RFC 4180): numbers if they can be parsed as such, otherwise text. */
public final class TextCells {
    /** Excludes numbers with leading zeros, which would be lost: these are codes. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,30})(\\.\\d{1,30})?");

    private TextCells() {}

    /**
     * The value of a cell; empty if the cell is empty.
     *
     * @param losses receives what the value does not preserve of the text
     */
    public static Optional<JsonNode> value(String cell, Set<Loss> losses) {
        if (cell.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                NUMBER.matcher(cell).matches() ? JsonDocuments.number(cell, losses) : TextNode.valueOf(unquoted(cell)));
    }

    /** The text inside a cell's quotes, with doubled quotes replaced by single ones. */
    public static String unquoted(String cell) {
        boolean quoted = cell.length() >= 2 && cell.startsWith("\"") && cell.endsWith("\"");
        return quoted ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    }
}
