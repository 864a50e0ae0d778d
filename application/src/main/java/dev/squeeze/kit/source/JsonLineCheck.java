package dev.squeeze.kit.source;

import java.util.Locale;
import java.util.Optional;

/** Counts the lines of an input that should be JSON documents but are not. Blank lines are ignored. */
final class JsonLineCheck {
    private final String name;
    private final RecordFormat readAs;
    private final JsonParsers parsers = new JsonParsers();
    private long lines;
    private long invalid;
    private String firstInvalid = "";

    /**
     * @param name name of the input
     * @param readAs format in which it is read
     */
    JsonLineCheck(String name, RecordFormat readAs) {
        this.name = name;
        this.readAs = readAs;
    }

    /** Checks the reader's current record. */
    void look(RecordReader reader) {
        byte[] line = reader.value();
        if (line.length == 0) {
            return;
        }
        lines++;
        if (!parsers.isDocument(line)) {
            if (invalid == 0) {
                firstInvalid = reader.position();
            }
            invalid++;
        }
    }

    /** Empty if all lines are JSON documents. */
    Optional<ReadNotice> notice() {
        if (invalid == 0) {
            return Optional.empty();
        }
        String found = invalid == lines
                ? String.format(Locale.ROOT, "none of the %,d lines of %s is valid JSON", lines, name)
                : String.format(
                        Locale.ROOT,
                        "%,d of %,d lines of %s are not valid JSON, the first is %s",
                        invalid,
                        lines,
                        name,
                        firstInvalid);
        return Optional.of(new ReadNotice(
                ReadNotice.Kind.INVALID_JSON,
                found + ": the file was read as " + readAs.label() + ", each line unchanged"));
    }
}
