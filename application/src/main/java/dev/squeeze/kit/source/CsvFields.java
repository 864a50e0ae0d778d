package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.NearestName;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Key and timestamp from columns of a CSV row, given by name or by number from 1. An empty field counts as missing. */
final class CsvFields implements FieldExtractor {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final int NAMES_SHOWN = 20;

    private final byte delimiter;
    private final List<String> columns;
    private final OptionalInt keyColumn;
    private final OptionalInt timestampColumn;
    private final boolean named;
    private byte @Nullable [] key;
    private Optional<String> timestamp = Optional.empty();

    /**
     * @param firstRow decides what the names mean, and whether the numbers exist
     * @throws SourceException if the first row has no such column
     */
    CsvFields(String name, ReadOptions options, byte[] firstRow, byte delimiter) {
        this.columns = CsvRow.columns(firstRow, delimiter);
        this.delimiter = delimiter;
        this.keyColumn = column(name, "--key-field", options.keyField(), columns);
        this.timestampColumn = column(name, "--timestamp-field", options.timestampField(), columns);
        this.named = isName(options.keyField()) || isName(options.timestampField());
    }

    /** Whether a column was found by its name, so that the first row is a header and not a record. */
    boolean firstRowIsHeader() {
        return named;
    }

    /** The cells of the first row. */
    List<String> names() {
        return columns;
    }

    @Override
    public void look(byte[] record, Supplier<String> position) {
        key = keyColumn.isPresent() ? field(record, delimiter, keyColumn.getAsInt()) : null;
        if (key != null && key.length == 0) {
            key = null;
        }
        timestamp = Optional.empty();
        if (timestampColumn.isPresent()) {
            timestamp = Optional.ofNullable(field(record, delimiter, timestampColumn.getAsInt()))
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
    }

    @Override
    public String known(String wanted) {
        return known(wanted, columns);
    }

    @Override
    public byte @Nullable [] key() {
        return key;
    }

    @Override
    public Optional<String> timestamp() {
        return timestamp;
    }

    private static boolean isName(Optional<String> field) {
        return field.isPresent() && !NUMBER.matcher(field.get()).matches();
    }

    private static OptionalInt column(String name, String flag, Optional<String> wanted, List<String> columns) {
        if (wanted.isEmpty()) {
            return OptionalInt.empty();
        }
        String field = wanted.get();
        if (!isName(wanted)) {
            int number = Integer.parseInt(field);
            if (number < 1 || number > columns.size()) {
                throw new SourceUsageException(
                        "%s: %s %s is not a column: %s".formatted(name, flag, field, known(field, columns)));
            }
            return OptionalInt.of(number - 1);
        }
        int index = columns.indexOf(field);
        if (index < 0) {
            throw new SourceUsageException(
                    "%s: %s %s is not in the first row: %s".formatted(name, flag, field, known(field, columns)));
        }
        return OptionalInt.of(index);
    }

    /** Lists the names only if the first row looks like names: a message must not contain record contents. */
    private static String known(String wanted, List<String> columns) {
        if (!CsvRow.areNames(columns)) {
            return columns.size() == 1
                    ? "there is one column, and no column names; use number 1"
                    : "there are %d columns, and no column names; use a number from 1 to %1$d"
                            .formatted(columns.size());
        }
        String listed = String.join(", ", columns.subList(0, Math.min(NAMES_SHOWN, columns.size())));
        int more = columns.size() - NAMES_SHOWN;
        return "use a number from 1 to %d or one of %s%s%s"
                .formatted(
                        columns.size(),
                        listed,
                        more > 0 ? " (and " + more + " more)" : "",
                        NearestName.of(wanted, columns)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
    }

    /** @return the field's content without its quotes, or null if the row is shorter */
    static byte @Nullable [] field(byte[] row, byte delimiter, int column) {
        int at = 0;
        for (int i = 0; i < column; i++) {
            at = CsvRow.endOfField(row, at, delimiter) + 1;
            if (at > row.length) {
                return null;
            }
        }
        if (at == row.length || row[at] != '"') {
            return Arrays.copyOfRange(row, at, CsvRow.endOfField(row, at, delimiter));
        }
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        CsvRow.endOfField(row, at, delimiter, content);
        return content.toByteArray();
    }
}
