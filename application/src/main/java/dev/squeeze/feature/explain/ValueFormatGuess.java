package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.RecordFormat;
import dev.squeeze.kit.source.SourceException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the values of a source are written, and with it how their fields are found.
 *
 * @param delimiter of CSV
 * @param columns names of CSV's columns; empty where rows have none
 */
record ValueFormatGuess(ValueFormat format, byte delimiter, List<String> columns) {
    private static final int MAX_RECORDS = 500;
    /** Fewer say that the others are another thing. */
    private static final double MIN_OF_FORMAT = 0.8;
    /** Lines of text have commas too, but hardly always as many. */
    private static final int MIN_COLUMNS = 3;

    /**
     * By the values themselves.
     *
     * @param readAs how the source was read
     * @throws SourceException where it is neither JSON nor CSV
     */
    static ValueFormatGuess of(String notation, String readAs, List<BatchRecord> records) {
        int step = Math.max(1, records.size() / MAX_RECORDS);
        List<byte[]> values = IntStream.range(0, records.size())
                .filter(i -> i % step == 0)
                .mapToObj(i -> Optional.ofNullable(records.get(i).value()))
                .flatMap(Optional::stream)
                .toList();
        JsonValues json = new JsonValues(new FieldNames());
        long documents =
                values.stream().filter(value -> json.parse(value).isPresent()).count();
        if (!values.isEmpty() && documents >= MIN_OF_FORMAT * values.size()) {
            return new ValueFormatGuess(ValueFormat.JSON, (byte) 0, List.of());
        }
        boolean asCsv = readAs.equals(RecordFormat.CSV.label());
        if (!values.isEmpty()) {
            byte delimiter = CsvValues.delimiter(values.get(0));
            if (asCsv || haveTheSameColumns(values, delimiter)) {
                return new ValueFormatGuess(
                        ValueFormat.CSV, delimiter, asCsv ? header(records, values, delimiter) : List.of());
            }
        }
        throw new SourceException(String.format(
                Locale.ROOT,
                "%s: explain reads JSON documents and CSV rows, and %,d of %,d sampled values are JSON; for rows that are CSV give"
                        + " --format csv. Avro, Protobuf and lines of text have no fields that it knows; 'squeeze measure' and"
                        + " 'squeeze advise' take records of any format",
                notation,
                documents,
                values.size()));
    }

    /** A first row that other rows repeat cells of is a record, and what is in it no name; only files of CSV have a header. */
    private static List<String> header(List<BatchRecord> records, List<byte[]> values, byte delimiter) {
        byte[] first = Objects.requireNonNullElse(records.get(0).value(), new byte[0]);
        List<String> names = CsvValues.header(first, delimiter);
        boolean repeated = values.stream()
                .filter(row -> !Arrays.equals(row, first))
                .map(row -> CsvValues.texts(row, delimiter))
                .anyMatch(cells -> IntStream.range(0, Math.min(cells.size(), names.size()))
                        .anyMatch(column -> cells.get(column).equals(names.get(column))));
        return repeated ? List.of() : names;
    }

    private static boolean haveTheSameColumns(List<byte[]> values, byte delimiter) {
        CsvValues csv = new CsvValues(new FieldNames(), delimiter, List.of());
        int columns = columns(csv, values.get(0));
        long same =
                values.stream().filter(value -> columns(csv, value) == columns).count();
        return columns >= MIN_COLUMNS && same >= 0.98 * values.size();
    }

    private static int columns(CsvValues csv, byte[] value) {
        return csv.parse(value).map(tree -> tree.root().children().size()).orElse(0);
    }

    ValueParser parser(FieldNames names) {
        return format == ValueFormat.JSON ? new JsonValues(names) : new CsvValues(names, delimiter, columns);
    }
}
