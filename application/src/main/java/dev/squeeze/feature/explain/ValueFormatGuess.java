package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.CsvRow;
import dev.squeeze.kit.source.RecordFormat;
import dev.squeeze.kit.source.SourceException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Determines the format of a source's values, and with it how their fields are found. */
final class ValueFormatGuess {
    /** If two fit as many rows, the first one is used. */
    private static final List<Byte> DELIMITERS = List.of((byte) ',', (byte) ';', (byte) '\t');

    private static final int MAX_RECORDS = 500;
    /** Logs have many templates, some of them rare. */
    private static final int MAX_LINES = 20_000;
    /** Minimum share of values in the format; with fewer, the source is something else. */
    private static final double MIN_OF_FORMAT = 0.8;
    /**
     * Share of the bytes, used if fewer values are JSON: bytes determine the costs of fields, and as text these
     * documents would be one field.
     */
    private static final double MIN_BYTES_OF_JSON = 0.5;
    /** A given schema or format is used unless hardly any value matches it. */
    private static final double MIN_OF_GIVEN = 0.05;
    /** Lines of text contain commas too, but rarely the same number. */
    private static final int MIN_COLUMNS = 3;

    private final ValueFormat format;
    private final Function<FieldNames, ValueParser> parsers;

    private ValueFormatGuess(ValueFormat format, Function<FieldNames, ValueParser> parsers) {
        this.format = format;
        this.parsers = parsers;
    }

    ValueFormat format() {
        return format;
    }

    /** Not thread-safe. */
    ValueParser parser(FieldNames names) {
        return parsers.apply(names);
    }

    /**
     * Determined from the values, unless a schema was given.
     *
     * @param readAs how the source was read
     * @param columns names of the columns of CSV; empty if unknown
     * @throws SourceException if there is no value, or if hardly any matches the schema
     */
    static ValueFormatGuess of(
            String notation,
            String readAs,
            List<String> columns,
            List<BatchRecord> records,
            Optional<ValueSchema> schema) {
        List<byte[]> values = some(records, MAX_RECORDS);
        if (values.isEmpty()) {
            throw new SourceException(notation + ": no record has a value, so there are no fields");
        }
        if (schema.isPresent()) {
            return ofSchema(notation, values, schema.get());
        }
        if (areJson(readAs, values)) {
            return new ValueFormatGuess(ValueFormat.JSON, names -> new JsonValues(names, true));
        }
        boolean asCsv = readAs.equals(RecordFormat.CSV.label());
        byte delimiter = delimiter(values, columns);
        boolean text = values.stream().filter(LineValues::isText).count() >= MIN_OF_FORMAT * values.size();
        if (asCsv || (text && haveTheSameColumns(values, delimiter))) {
            List<String> known = asCsv && columns.isEmpty() ? header(records, values, delimiter) : columns;
            return new ValueFormatGuess(ValueFormat.CSV, names -> new CsvValues(names, delimiter, known));
        }
        if (text) {
            LineTemplates templates = LineTemplates.of(some(records, MAX_LINES));
            return new ValueFormatGuess(ValueFormat.LINES, names -> new LineValues(names, templates));
        }
        return new ValueFormatGuess(ValueFormat.BYTES, ByteValues::new);
    }

    private static boolean areJson(String readAs, List<byte[]> values) {
        JsonValues parser = new JsonValues(new FieldNames());
        long documents = 0;
        long bytes = 0;
        long allBytes = 0;
        for (byte[] value : values) {
            boolean document = parser.parse(value).isPresent();
            documents += document ? 1 : 0;
            bytes += document ? value.length : 0;
            allBytes += value.length;
        }
        double min = readAs.equals(RecordFormat.JSONL.label()) ? MIN_OF_GIVEN : MIN_OF_FORMAT;
        return documents >= min * values.size() || bytes > MIN_BYTES_OF_JSON * allBytes;
    }

    private static ValueFormatGuess ofSchema(String notation, List<byte[]> values, ValueSchema schema) {
        double share = share(values, schema.parser(new FieldNames()));
        if (share < MIN_OF_GIVEN) {
            throw new SourceException(String.format(
                    Locale.ROOT,
                    "%s: %.0f of %,d sampled values are %s that was given: give the schema that they were written with, or none"
                            + " to see their bytes by position",
                    notation,
                    share * values.size(),
                    values.size(),
                    schema.format().label()));
        }
        return new ValueFormatGuess(schema.format(), schema::parser);
    }

    /** Values from all over. */
    private static List<byte[]> some(List<BatchRecord> records, int max) {
        int step = Math.max(1, records.size() / max);
        return IntStream.range(0, records.size())
                .filter(i -> i % step == 0)
                .mapToObj(i -> Optional.ofNullable(records.get(i).value()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static double share(List<byte[]> values, ValueParser parser) {
        return (double) values.stream()
                        .filter(value -> parser.parse(value).isPresent())
                        .count()
                / values.size();
    }

    /**
     * The first row of a CSV file. It is not a header if other rows have the same cells; then its contents are no
     * names.
     */
    private static List<String> header(List<BatchRecord> records, List<byte[]> values, byte delimiter) {
        byte[] first = Objects.requireNonNullElse(records.get(0).value(), new byte[0]);
        List<String> cells = CsvRow.columns(first, delimiter);
        List<String> names = CsvRow.areNames(cells) ? cells : List.of();
        boolean repeated = values.stream()
                .filter(row -> !Arrays.equals(row, first))
                .map(row -> CsvRow.columns(row, delimiter))
                .anyMatch(other -> IntStream.range(0, Math.min(other.size(), names.size()))
                        .anyMatch(column -> other.get(column).equals(names.get(column))));
        return repeated ? List.of() : names;
    }

    /**
     * The delimiter of most rows; if the names of columns are known, the one that splits most rows into as many
     * columns.
     */
    private static byte delimiter(List<byte[]> values, List<String> columns) {
        Map<Byte, Long> rows = values.stream()
                .flatMap(row -> columns.isEmpty()
                        ? Stream.of(CsvRow.delimiter(row))
                        : DELIMITERS.stream()
                                .filter(each -> CsvRow.columns(row, each).size() == columns.size()))
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
        return DELIMITERS.stream()
                .max(Comparator.comparingLong(each -> rows.getOrDefault(each, 0L)))
                .orElseThrow();
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
}
