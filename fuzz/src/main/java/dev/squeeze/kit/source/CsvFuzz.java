package dev.squeeze.kit.source;

import static dev.squeeze.fuzz.Expectations.requireClear;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Rows and fields of CSV. Files that follow RFC 4180, in which quotes are around whole fields alone, are read by commons-csv
 * too, with the same fields; about all others the two may differ.
 */
public final class CsvFuzz implements FuzzTarget {
    /** Fields that are plain or quoted as a whole, divided by one byte, in lines that end with a line feed. */
    private static final Pattern STRICT = strict();

    private static final int MAX_COLUMNS = 20;

    private static Pattern strict() {
        String field = "(?:[^\",;\\t\\r\\n]*+|\"(?:[^\"\\r]|\"\")*+\")";
        String row = field + "(?:," + field + ")*+";
        return Pattern.compile("(?:" + row + "\\n)*+(?:" + row + ")?+", Pattern.DOTALL);
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(
                InputBytes.utf8("a,b,c\n1,\"x, \"\"y\"\"\nz\",3\n,,\n\n"),
                InputBytes.utf8("name;value\n\"a\";2\n"),
                InputBytes.utf8("a\tb\r\n1\t2\r\n"),
                InputBytes.utf8("a,\"open"));
    }

    @Override
    public void parse(byte[] input) throws IOException {
        List<byte[]> rows = new ArrayList<>();
        byte delimiter;
        try (UnpackedInput unpacked = UnpackedInput.open("csv-input", new ByteArrayInputStream(input))) {
            CsvReader reader = new CsvReader(new ByteWindow(unpacked, new ReadWatch((read, total) -> {}, 0)));
            delimiter = reader.delimiter();
            while (reader.advance()) {
                rows.add(reader.value());
            }
        } catch (SourceException e) {
            requireClear(e, "csv-input");
            return;
        }
        List<List<String>> ours =
                rows.stream().map(row -> fields(row, delimiter)).toList();
        if (UnpackedInput.Packing.of(input) != UnpackedInput.Packing.NONE) {
            // commons-csv would read the packed bytes.
            return;
        }
        String text = new String(input, StandardCharsets.ISO_8859_1);
        if (delimiter == ',' && text.length() < 2_000 && STRICT.matcher(text).matches()) {
            requireEqual(byCommons(text), ours, "rows");
        }
    }

    private static List<String> fields(byte[] row, byte delimiter) {
        List<String> fields = new ArrayList<>();
        for (int column = 0; column < MAX_COLUMNS; column++) {
            byte[] field = CsvFields.field(row, delimiter, column);
            if (field == null) {
                break;
            }
            fields.add(new String(field, StandardCharsets.ISO_8859_1));
        }
        return fields;
    }

    private static List<List<String>> byCommons(String text) {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setRecordSeparator('\n')
                .setIgnoreEmptyLines(true)
                .get();
        try (CSVParser parser = CSVParser.parse(new StringReader(text), format)) {
            return parser.stream().map(CsvFuzz::fields).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> fields(CSVRecord row) {
        return IntStream.range(0, Math.min(MAX_COLUMNS, row.size()))
                .mapToObj(row::get)
                .toList();
    }
}
