package dev.squeeze.kit.source;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of one row of CSV, by the same rules as {@link CsvReader}'s. */
public final class CsvRow {
    /** Names that a first row may have; contents hardly look so. */
    private static final Pattern COLUMN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ ./()#%:-]{0,63}");

    /** What a quote that opens a field comes after; after a quote, it is the second half of one that is escaped. */
    private static final String OPENS_FIELD = ",;\t\"";

    private CsvRow() {}

    /**
     * The semicolon or tab that comes first, where no comma of the row separates; else the comma. Next to them, a comma between digits is a
     * decimal one, a comma before a blank is one of a sentence, and what is in quotes is text.
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

    /** The contents of a row's fields, without their quotes and blanks around them. */
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

    /** Whether the contents of a first row read like names of columns. */
    public static boolean areNames(List<String> columns) {
        return new HashSet<>(columns).size() == columns.size()
                && columns.stream()
                        .allMatch(column -> COLUMN_NAME.matcher(column).matches());
    }

    /**
     * Where a field ends.
     *
     * @param from where it begins
     * @return index of the delimiter, or the row's length
     */
    public static int endOfField(byte[] row, int from, byte delimiter) {
        return endOfField(row, from, delimiter, null);
    }

    /** @param content receives what is in the field, without its quotes */
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
