package dev.squeeze.kit.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kind of records in an input, by its first bytes: enough to distinguish the records of different topics. The form
 * is determined by content, not by name: only the first file of a rotated log is called {@code .log}.
 *
 * @param form how the records are written
 * @param fields top-level fields of JSON documents; empty if no field is in several of them, and for other forms
 * @param columns number of fields in the first CSV row; 0 for other forms
 */
record RecordKind(Form form, Set<String> fields, int columns) {
    private static final int MAX_DOCUMENTS = 1_000;
    private static final int MAX_FIELDS = 1_000;
    private static final int FIELDS_SHOWN = 4;

    /** How records are written. */
    enum Form {
        JSON("JSON"),
        CSV("CSV"),
        LINES("lines of text"),
        BINARY("binary data"),
        LENGTH_PREFIXED("length-prefixed records"),
        AVRO("Avro records");

        private final String label;

        Form(String label) {
            this.label = label;
        }
    }

    RecordKind {
        fields = Set.copyOf(fields);
    }

    /**
     * Returns the kind of an input that is read in this format.
     *
     * @param head the first bytes of the window
     * @param window at the start of the input; the first row of CSV is read from it
     */
    static RecordKind of(RecordFormat format, HeadBytes head, ByteWindow window) {
        if (format == RecordFormat.LENGTH_PREFIXED) {
            return new RecordKind(Form.LENGTH_PREFIXED, Set.of(), 0);
        }
        if (format == RecordFormat.AVRO) {
            return new RecordKind(Form.AVRO, Set.of(), 0);
        }
        if (format == RecordFormat.CSV) {
            CsvReader reader = new CsvReader(window);
            int columns = reader.advance()
                    ? CsvRow.columns(reader.value(), reader.delimiter()).size()
                    : 0;
            return new RecordKind(Form.CSV, Set.of(), columns);
        }
        if (format == RecordFormat.JSONL || head.json() == HeadBytes.Json.OBJECT_LINES) {
            return new RecordKind(Form.JSON, commonFields(head.bytes()), 0);
        }
        return new RecordKind(head.holdsNul() ? Form.BINARY : Form.LINES, Set.of(), 0);
    }

    /**
     * Whether both may be parts of one topic. JSON documents of a topic may have several types, with their own fields
     * in addition to those of the envelope: it is enough if half of the smaller set is in common. Documents without
     * common fields use identifiers as field names, so they match any others.
     */
    boolean matches(RecordKind other) {
        if (form != other.form || columns != other.columns) {
            return false;
        }
        if (fields.isEmpty() || other.fields.isEmpty()) {
            return true;
        }
        long shared = fields.stream().filter(other.fields::contains).count();
        return 2 * shared >= Math.min(fields.size(), other.fields.size());
    }

    /** For messages, such as {@code JSON with id, type, user, ...}. */
    String label() {
        if (columns > 0) {
            return form.label + " with " + (columns == 1 ? "1 column" : columns + " columns");
        }
        if (fields.isEmpty()) {
            return form.label;
        }
        return form.label
                + fields.stream()
                        .sorted()
                        .limit(FIELDS_SHOWN)
                        .collect(Collectors.joining(", ", " with ", fields.size() > FIELDS_SHOWN ? ", ..." : ""));
    }

    /** Top-level fields that are in more than one document, or in the only document. */
    private static Set<String> commonFields(byte[] head) {
        JsonParsers parsers = new JsonParsers();
        Map<String, Integer> documentsByField = new LinkedHashMap<>();
        int documents = 0;
        for (byte[] line : lines(head)) {
            Set<String> fields = fields(parsers, line);
            documents += fields.isEmpty() ? 0 : 1;
            for (String field : fields) {
                if (documentsByField.size() < MAX_FIELDS || documentsByField.containsKey(field)) {
                    documentsByField.merge(field, 1, Integer::sum);
                }
            }
        }
        int least = documents > 1 ? 2 : 1;
        return documentsByField.entrySet().stream()
                .filter(entry -> entry.getValue() >= least)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static List<byte[]> lines(byte[] head) {
        List<byte[]> lines = new ArrayList<>();
        int at = 0;
        while (at < head.length && lines.size() < MAX_DOCUMENTS) {
            int lineFeed = LineReader.indexOfLineFeed(head, at, head.length);
            int end = lineFeed < 0 ? head.length : lineFeed;
            lines.add(Arrays.copyOfRange(head, at, end));
            at = end + 1;
        }
        return lines;
    }

    /** The document's fields; if it is truncated or invalid, those before the error. */
    private static Set<String> fields(JsonParsers parsers, byte[] document) {
        Set<String> fields = new LinkedHashSet<>();
        try (JsonParser parser = parsers.open(document)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME && fields.size() < MAX_FIELDS) {
                    fields.add(parser.currentName());
                    parser.nextToken();
                    parser.skipChildren();
                }
            }
        } catch (IOException | RuntimeException e) {
            // The fields found before the error count.
        }
        return fields;
    }
}
