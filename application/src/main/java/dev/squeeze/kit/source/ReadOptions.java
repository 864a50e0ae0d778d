package dev.squeeze.kit.source;

import java.util.Optional;

/**
 * How to read an input.
 *
 * @param format the format, or empty to guess it from name and content
 * @param keyField JSON pointer ({@code /user/id}) or CSV column (name, or number from 1) that becomes the record's key
 * @param timestampField JSON pointer or CSV column that becomes the record's timestamp
 * @param assumedRecordsPerSecond arrival rate for the timestamps of records that have none; must be positive
 */
public record ReadOptions(
        Optional<RecordFormat> format,
        Optional<String> keyField,
        Optional<String> timestampField,
        double assumedRecordsPerSecond) {

    /** The rate of a topic with moderate traffic: several records in each millisecond. */
    public static final double DEFAULT_ASSUMED_RECORDS_PER_SECOND = 10_000;

    public static final ReadOptions DEFAULT =
            new ReadOptions(Optional.empty(), Optional.empty(), Optional.empty(), DEFAULT_ASSUMED_RECORDS_PER_SECOND);

    public ReadOptions {
        if (!(assumedRecordsPerSecond > 0)) {
            throw new IllegalArgumentException("assumed arrival rate must be positive: " + assumedRecordsPerSecond);
        }
    }

    /**
     * Rejects options that apply only to text.
     *
     * @param where the records are, for the message, such as "topics"
     * @throws SourceException if one of these options is set
     */
    void requireNoneOfText(String where) {
        if (format.isPresent() || keyField.isPresent() || timestampField.isPresent()) {
            throw new SourceException("records in " + where + " have their own format, keys and timestamps: leave out"
                    + " --format, --key-field and --timestamp-field");
        }
    }
}
