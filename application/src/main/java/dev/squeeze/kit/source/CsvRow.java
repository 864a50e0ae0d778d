package dev.squeeze.kit.source;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of a CSV row, by the same rules as in {@link CsvReader}. */
public final class CsvRow {
    /** What column names look like, and contents rarely do. */
    private static final Pattern COLUMN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ ./()#%:-]{0,63}");

    /** A quote after one of these opens a field; after a quote, it is the second half of an escaped quote. */
    private static final String OPENS_FIELD = ",;\t\"";

    private CsvRow() {}

    /**
     * The delimiter of a row: a comma if the row has one that separates fields; otherwise its first semicolon or tab,
     * or a comma if there is none. A comma between digits is a decimal comma, a comma before a space is part of a
     * sentence, and quoted text is ignored.
     */
    public static byte delimiter(byte[] row) {
        return delimiter(row, 0, row.length);
    }

    static byte delimiter(byte[] bytes, int from, int to) {
        byte found = ',';
        boolean quoted = false;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (b == '"') {
                quoted = !quoted && (at == from || OPENS_FIELD.indexOf(bytes[at - 1]) >= 0);
            } else if (!quoted && b == ',' && separates(bytes, at, from, to)) {
                return ',';
            } else if (!quoted && found == ',' && (b == ';' || b == '\t')) {
                found = b;
            }
        }
        return found;
    }

    private static boolean separates(byte[] bytes, int comma, int from, int to) {
        boolean decimal = comma > from && isDigit(bytes[comma - 1]) && comma + 1 < to && isDigit(bytes[comma + 1]);
        return !decimal && !(comma + 1 < to && bytes[comma + 1] == ' ');
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The contents of a row's fields, without quotes and surrounding white space. */
    public static List<String> columns(byte[] row, byte delimiter) {
        List<String> columns = new ArrayList<>();
        int at = 0;
        do {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            at = endOfField(row, at, delimiter, content) + 1;
            columns.add(content.toString(StandardCharsets.UTF_8).strip());
        } while (at <= row.length);
        return columns;
    }

    /** Whether the contents of a first row look like column names. */
    public static boolean areNames(List<String> columns) {
        return new HashSet<>(columns).size() == columns.size()
                && columns.stream()
                        .allMatch(column -> COLUMN_NAME.matcher(column).matches());
    }

    /**
     * Returns where a field ends.
     *
     * @param from where it starts
     * @return index of the delimiter, or the row's length
     */
    public static int endOfField(byte[] row, int from, byte delimiter) {
        return endOfField(row, from, delimiter, null);
    }

    /** @param content receives the field's content, without its quotes */
    static int endOfField(byte[] row, int from, byte delimiter, @Nullable ByteArrayOutputStream content) {
        int at = from;
        if (at < row.length && row[at] == '"') {
            at++;
            while (at < row.length) {
                if (row[at] == '"') {
                    if (at + 1 >= row.length || row[at + 1] != '"') {
                        at++;
                        break;
                    }
                    at++;
                }
                write(content, row[at++]);
            }
        }
        while (at < row.length && row[at] != delimiter) {
            write(content, row[at++]);
        }
        return at;
    }

    private static void write(@Nullable ByteArrayOutputStream content, byte b) {
        if (content != null) {
            content.write(b);
        }
    }
}
