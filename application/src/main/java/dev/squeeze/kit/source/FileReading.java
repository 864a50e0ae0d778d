package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One reading over all inputs of a {@link FileSource}: what it has counted and noticed so far. */
final class FileReading {
    /** Rarely enough to cost nothing, often enough to stop at once for a person. A power of two less one, as a mask. */
    private static final long INTERRUPT_CHECK_MASK = 1023;

    /** Notices that name a file; more of a kind than this say nothing new. */
    private static final int NOTICES_OF_A_KIND = 10;

    private final String notation;
    private final ReadOptions options;
    private final RecordSource.RecordVisitor visitor;
    private final ReadWatch watch;
    private final LeftOut leftOut;
    private final RecordClock clock;
    private final Set<RecordFormat> formats = new LinkedHashSet<>();
    private final List<ReadNotice> notices = new ArrayList<>();
    private long records;
    private long payloadBytes;
    private long keys;
    private long timestamps;
    private long blankLines;
    private @Nullable FieldExtractor firstFields;
    private Optional<String> schema = Optional.empty();
    private boolean stopped;

    FileReading(
            String notation,
            ReadOptions options,
            RecordSource.RecordVisitor visitor,
            ReadWatch watch,
            LeftOut leftOut) {
        this.notation = notation;
        this.options = options;
        this.visitor = visitor;
        this.watch = watch;
        this.leftOut = leftOut;
        this.clock = new RecordClock(options.assumedRecordsPerSecond());
    }

    /** True once the visitor has had enough. */
    boolean stopped() {
        return stopped;
    }

    /**
     * Reads one input to its end, or until the visitor has had enough.
     *
     * @throws IOException when not even its first bytes can be read
     */
    void read(String name, InputStream stream) throws IOException {
        try (UnpackedInput input = UnpackedInput.open(name, stream)) {
            ByteWindow window = new ByteWindow(input, watch);
            if (!window.require(1)) {
                leftOut.add(name + " is empty", "name a file that holds records");
            } else {
                readFilled(name, window);
            }
            watch.inputFinished(input.storageBytes());
        }
    }

    private void readFilled(String name, ByteWindow window) {
        HeadBytes head = HeadBytes.of(window);
        FormatGuess.Guess guess =
                options.format().map(FormatGuess.Guess::of).orElseGet(() -> FormatGuess.guess(name, head));
        if (guess.refusal().isPresent()) {
            FormatGuess.Refusal refusal = guess.refusal().get();
            leftOut.add(name + " " + refusal.reason(), refusal.remedy());
            return;
        }
        RecordFormat format = guess.format().orElseThrow();
        formats.add(format);
        if (format != RecordFormat.LENGTH_PREFIXED && format != RecordFormat.AVRO) {
            if (head.startsWith(0xef, 0xbb, 0xbf)) {
                window.consume(3);
            }
            if (head.looksBinary()) {
                notice(
                        ReadNotice.Kind.BINARY_AS_LINES,
                        "%s looks binary and was read as %s: if its records are binary, write each with its length before"
                                        .formatted(name, format.label())
                                + " it and give --format length-prefixed");
            }
        }
        readRecords(name, format, window);
    }

    private void readRecords(String name, RecordFormat format, ByteWindow window) {
        RecordReader reader =
                switch (format) {
                    case LINES -> new LineReader(window, true);
                    case JSONL -> new LineReader(window, false);
                    case CSV -> new CsvReader(window);
                    case LENGTH_PREFIXED -> new LengthPrefixedReader(window);
                    case AVRO -> {
                        AvroFileReader avro = new AvroFileReader(window);
                        schema = schema.isPresent() ? schema : Optional.of(avro.schema());
                        yield avro;
                    }
                };
        if (wantsFields()) {
            readWithFields(name, format, reader);
        } else {
            readWithoutFields(name, format, reader);
        }
        blankLines += reader.blankLines();
    }

    private void readWithoutFields(String name, RecordFormat format, RecordReader reader) {
        boolean shouldBeJson = format == RecordFormat.JSONL
                || format == RecordFormat.LINES && options.format().isEmpty() && FormatGuess.isNamedJson(name);
        JsonLineCheck check = new JsonLineCheck(name, format);
        while (!stopped && reader.advance()) {
            if (shouldBeJson) {
                check.look(reader);
            }
            hand(name, null, reader.value(), clock.assumedMillis());
        }
        check.notice().ifPresent(this::notice);
    }

    private void readWithFields(String name, RecordFormat format, RecordReader reader) {
        if (format != RecordFormat.JSONL && format != RecordFormat.CSV) {
            throw new SourceUsageException(
                    "%s is read as %s, which has no fields: leave out %s, or give --format jsonl or csv"
                            .formatted(name, format.label(), wantedFlags()));
        }
        if (!reader.advance()) {
            return;
        }
        FieldExtractor fields;
        if (reader instanceof CsvReader csv) {
            CsvFields columns = new CsvFields(name, options, csv.value(), csv.delimiter());
            fields = columns;
            if (columns.firstRowIsHeader()) {
                notice(
                        ReadNotice.Kind.HEADER_ROW,
                        "the first row of " + name + " was taken as column names, not as a record");
                if (!reader.advance()) {
                    return;
                }
            }
        } else {
            fields = new JsonFields(name, options);
        }
        if (firstFields == null) {
            firstFields = fields;
        }
        do {
            fields.look(reader.value(), reader);
            long timestampMillis = options.timestampField().isPresent()
                    ? clock.fieldMillis(fields.timestamp())
                    : clock.assumedMillis();
            timestamps += fields.timestamp().isPresent() ? 1 : 0;
            hand(name, fields.key(), reader.value(), timestampMillis);
        } while (!stopped && reader.advance());
    }

    private void hand(String name, byte @Nullable [] key, byte[] value, long timestampMillis) {
        if ((++records & INTERRUPT_CHECK_MASK) == 0) {
            watch.stopIfInterrupted(name);
        }
        payloadBytes += value.length;
        if (key != null) {
            payloadBytes += key.length;
            keys++;
        }
        stopped = !visitor.accept(new BatchRecord(key, value, BatchRecord.NO_HEADERS, timestampMillis));
    }

    /** @throws SourceException when the inputs were read to their end and hold nothing to work with */
    RecordSource.ReadReport report() {
        if (formats.isEmpty()) {
            throw leftOut.failure();
        }
        if (records == 0 || payloadBytes == 0 && !stopped) {
            String found = blankLines + records == 0
                    ? ""
                    : String.format(Locale.ROOT, ", only %,d blank ones", blankLines + records);
            throw new SourceException(
                    notation + " holds no records" + found + ": name a file that holds records, or give its --format");
        }
        if (!stopped) {
            requireValues("--key-field", options.keyField(), keys);
            requireValues("--timestamp-field", options.timestampField(), timestamps);
        }
        boolean stamped = options.timestampField().isPresent() && clock.unreadable() < records;
        if (options.timestampField().isPresent() && !stamped && !stopped) {
            throw new SourceUsageException(String.format(
                    Locale.ROOT,
                    "%s: none of %,d records has a moment in --timestamp-field %s: name a field with seconds, milli-,"
                            + " micro- or nanoseconds since 1970 or with ISO 8601, or leave the flag out",
                    notation,
                    records,
                    options.timestampField().get()));
        }
        List<ReadNotice> all = new ArrayList<>(leftOut.notices());
        all.addAll(notices);
        all.addAll(incomplete());
        String label = formats.stream().map(RecordFormat::label).collect(Collectors.joining(", "));
        return new RecordSource.ReadReport(
                records, payloadBytes, label, keys > 0, stamped, all, Optional.empty(), schema);
    }

    /** A field that no record has is rather a mistake than a wish for records without keys or times. */
    private void requireValues(String flag, Optional<String> field, long found) {
        if (field.isEmpty() || found > 0) {
            return;
        }
        String known = firstFields == null
                ? "name a field that they have, or leave the flag out"
                : firstFields.known(field.get());
        throw new SourceUsageException(String.format(
                Locale.ROOT,
                "%s: none of %,d records has a value in %s %s; %s",
                notation,
                records,
                flag,
                VisibleText.oneLine(field.get()),
                known));
    }

    private List<ReadNotice> incomplete() {
        List<ReadNotice> found = new ArrayList<>();
        if (blankLines > 0) {
            found.add(incomplete("%,d blank lines of %s were passed over", blankLines, notation));
        }
        if (options.keyField().isPresent() && keys < records) {
            found.add(incomplete(
                    "%,d of %,d records of %s have no value in --key-field %s and got no key",
                    records - keys, records, notation, options.keyField().get()));
        }
        if (clock.unreadable() > 0) {
            found.add(incomplete(
                    "%,d of %,d records of %s have no moment in --timestamp-field %s and took the timestamp before theirs",
                    clock.unreadable(),
                    records,
                    notation,
                    options.timestampField().orElse("")));
        }
        return found;
    }

    private static ReadNotice incomplete(String message, Object... values) {
        return new ReadNotice(ReadNotice.Kind.RECORDS_INCOMPLETE, String.format(Locale.ROOT, message, values));
    }

    private void notice(ReadNotice.Kind kind, String message) {
        notice(new ReadNotice(kind, message));
    }

    private void notice(ReadNotice notice) {
        if (notices.stream().filter(other -> other.kind() == notice.kind()).count() < NOTICES_OF_A_KIND) {
            notices.add(notice);
        }
    }

    private boolean wantsFields() {
        return options.keyField().isPresent() || options.timestampField().isPresent();
    }

    private String wantedFlags() {
        if (options.keyField().isPresent() && options.timestampField().isPresent()) {
            return "--key-field and --timestamp-field";
        }
        return options.keyField().isPresent() ? "--key-field" : "--timestamp-field";
    }
}
