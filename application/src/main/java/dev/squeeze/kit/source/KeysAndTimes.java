package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.unit.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keys and timestamps for one reading: from the records' fields if the options name these; otherwise timestamps are
 * assumed and there are no keys.
 */
final class KeysAndTimes {
    private static final String KEY_FLAG = "--key-field";
    private static final String TIMESTAMP_FLAG = "--timestamp-field";

    private final String notation;
    private final ReadOptions options;
    private final RecordClock clock;
    private @Nullable FieldExtractor firstFields;
    private long keys;
    private long timestamps;

    /** @param notation the source, for messages */
    KeysAndTimes(String notation, ReadOptions options) {
        this.notation = notation;
        this.options = options;
        this.clock = new RecordClock(options.assumedRecordsPerSecond());
    }

    /** Whether the options name any field. */
    static boolean areWanted(ReadOptions options) {
        return options.keyField().isPresent() || options.timestampField().isPresent();
    }

    /** The flags with which fields were given, for messages. */
    static String wantedFlags(ReadOptions options) {
        if (options.keyField().isPresent() && options.timestampField().isPresent()) {
            return KEY_FLAG + " and " + TIMESTAMP_FLAG;
        }
        return options.keyField().isPresent() ? KEY_FLAG : TIMESTAMP_FLAG;
    }

    /** A record without extracted fields. */
    BatchRecord plain(byte[] value) {
        return new BatchRecord(null, value, BatchRecord.NO_HEADERS, clock.assumedMillis());
    }

    /**
     * A record with key and timestamp from its fields.
     *
     * @param position position of the record, for error messages
     */
    BatchRecord withFields(FieldExtractor fields, byte[] value, Supplier<String> position) {
        if (firstFields == null) {
            firstFields = fields;
        }
        fields.look(value, position);
        long timestampMillis =
                options.timestampField().isPresent() ? clock.fieldMillis(fields.timestamp()) : clock.assumedMillis();
        timestamps += fields.timestamp().isPresent() ? 1 : 0;
        byte[] key = fields.key();
        keys += key == null ? 0 : 1;
        return new BatchRecord(key, value, BatchRecord.NO_HEADERS, timestampMillis);
    }

    boolean anyKey() {
        return keys > 0;
    }

    /** Whether timestamps come from the records. */
    boolean stamped(long records) {
        return options.timestampField().isPresent() && clock.unreadable() < records;
    }

    /**
     * Rejects fields that no record has, which are more likely a mistake than intended.
     *
     * @param records number of records in the source
     * @throws SourceUsageException if no record has a requested field; the message lists the existing ones
     */
    void requireFound(long records) {
        requireValues(KEY_FLAG, options.keyField(), keys, records);
        requireValues(TIMESTAMP_FLAG, options.timestampField(), timestamps, records);
        if (options.timestampField().isPresent() && !stamped(records)) {
            throw new SourceUsageException(String.format(
                    Locale.ROOT,
                    "%s: none of %,d records has a timestamp in --timestamp-field %s: give a field with seconds,"
                            + " milli-,"
                            + " micro- or nanoseconds since 1970 or with ISO 8601, or leave the flag out",
                    notation,
                    records,
                    options.timestampField().get()));
        }
    }

    private void requireValues(String flag, Optional<String> field, long found, long records) {
        if (field.isEmpty() || found > 0) {
            return;
        }
        String known =
                firstFields == null ? "give an existing field, or leave the flag out" : firstFields.known(field.get());
        throw new SourceUsageException(String.format(
                Locale.ROOT,
                "%s: none of %,d records has a value in %s %s; %s",
                notation,
                records,
                flag,
                VisibleText.oneLine(field.get()),
                known));
    }

    /** Notices about records that lack a requested field. */
    List<ReadNotice> incomplete(long records) {
        List<ReadNotice> found = new ArrayList<>();
        if (options.keyField().isPresent() && keys < records) {
            found.add(notice(
                    "%,d of %,d records of %s have no value in --key-field %s and are read without a key",
                    records - keys, records, notation, options.keyField().get()));
        }
        if (clock.unreadable() > 0) {
            found.add(notice(
                    "%,d of %,d records of %s have no timestamp in --timestamp-field %s and got that of the previous"
                            + " record",
                    clock.unreadable(),
                    records,
                    notation,
                    options.timestampField().orElse("")));
        }
        return found;
    }

    private static ReadNotice notice(String message, Object... values) {
        return new ReadNotice(ReadNotice.Kind.RECORDS_INCOMPLETE, String.format(Locale.ROOT, message, values));
    }
}
