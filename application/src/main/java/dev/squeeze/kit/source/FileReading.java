package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A reading of all inputs of a {@link FileSource}, with its counts and notices so far. */
final class FileReading {
    /**
     * Mask for the record count: checks for interrupts rarely enough to cost nothing, but often enough to seem
     * immediate.
     */
    private static final long INTERRUPT_CHECK_MASK = 1023;

    /** Maximum number of notices of a kind, each of which names a file. */
    private static final int NOTICES_OF_A_KIND = 10;

    private final String notation;
    private final ReadOptions options;
    private final RecordSource.RecordVisitor visitor;
    private final ReadWatch watch;
    private final LeftOut leftOut;
    private final KeysAndTimes fieldsOfAll;
    private final Set<RecordFormat> formats = new LinkedHashSet<>();
    private final List<ReadNotice> notices = new ArrayList<>();
    private long records;
    private long payloadBytes;
    private long blankLines;
    private Optional<String> schema = Optional.empty();
    /** Column names of each CSV file; empty if its first row is a record. */
    private final Set<List<String>> columns = new LinkedHashSet<>();

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
        this.fieldsOfAll = new KeysAndTimes(notation, options);
    }

    /** Whether the visitor has stopped the reading. */
    boolean stopped() {
        return stopped;
    }

    /**
     * Reads one input to its end, or until the visitor stops.
     *
     * @throws IOException if not even its first bytes can be read
     */
    void read(String name, InputStream stream) throws IOException {
        try (UnpackedInput input = UnpackedInput.open(name, stream)) {
            ByteWindow window = new ByteWindow(input, watch);
            if (!window.require(1)) {
                leftOut.add(name + " is empty", "give a file with records");
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
            InputRefusal refusal = guess.refusal().get();
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
                        "%s looks binary and was read as %s: if its records are binary, write each one preceded by its"
                                        .formatted(name, format.label())
                                + " length, and give --format length-prefixed");
            }
        }
        Optional<List<String>> header = format == RecordFormat.CSV ? CsvHeader.of(name, head) : Optional.empty();
        readRecords(name, format, header, window);
    }

    /** @param header the header of a CSV file, if its first row is recognized as one by its content */
    private void readRecords(String name, RecordFormat format, Optional<List<String>> header, ByteWindow window) {
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
        if (KeysAndTimes.areWanted(options)) {
            readWithFields(name, format, header, reader);
        } else {
            readWithoutFields(name, format, header, reader);
        }
        blankLines += reader.blankLines();
    }

    private void readWithoutFields(
            String name, RecordFormat format, Optional<List<String>> header, RecordReader reader) {
        boolean shouldBeJson = format == RecordFormat.JSONL
                || format == RecordFormat.LINES && options.format().isEmpty() && FormatGuess.isNamedJson(name);
        JsonLineCheck check = new JsonLineCheck(name, format);
        if (format == RecordFormat.CSV) {
            columns.add(header.orElse(List.of()));
        }
        if (header.isPresent() && reader.advance()) {
            noticeHeader(name, true);
        }
        while (!stopped && reader.advance()) {
            if (shouldBeJson) {
                check.look(reader);
            }
            hand(name, fieldsOfAll.plain(reader.value()));
        }
        check.notice().ifPresent(this::notice);
    }

    private void readWithFields(String name, RecordFormat format, Optional<List<String>> header, RecordReader reader) {
        if (format != RecordFormat.JSONL && format != RecordFormat.CSV) {
            throw new SourceUsageException(
                    "%s is read as %s, which has no fields: leave out %s, or give --format jsonl or csv"
                            .formatted(name, format.label(), KeysAndTimes.wantedFlags(options)));
        }
        if (!reader.advance()) {
            return;
        }
        FieldExtractor fields;
        if (reader instanceof CsvReader csv) {
            CsvFields row = new CsvFields(name, options, csv.value(), csv.delimiter());
            fields = row;
            columns.add(row.firstRowIsHeader() ? row.names() : header.orElse(List.of()));
            if (row.firstRowIsHeader() || header.isPresent()) {
                noticeHeader(name, !row.firstRowIsHeader());
                if (!reader.advance()) {
                    return;
                }
            }
        } else {
            fields = new JsonFields(name, options, reader.value());
        }
        do {
            hand(name, fieldsOfAll.withFields(fields, reader.value(), reader::position));
        } while (!stopped && reader.advance());
    }

    /**
     * @param byContents whether the header was recognized by its content, and not by a column name that the user gave
     */
    private void noticeHeader(String name, boolean byContents) {
        notice(
                ReadNotice.Kind.HEADER_ROW,
                "the first row of " + name + " was read as column names, not as a record"
                        + (byContents ? ", because it has names where the following rows have numbers" : ""));
    }

    private void hand(String name, BatchRecord record) {
        if ((++records & INTERRUPT_CHECK_MASK) == 0) {
            watch.stopIfInterrupted(name);
        }
        payloadBytes += record.payloadBytes();
        stopped = !visitor.accept(record);
    }

    /** @throws SourceException if the inputs were read to their end and contain nothing to work with */
    RecordSource.ReadReport report() {
        if (formats.isEmpty()) {
            throw leftOut.failure();
        }
        if (records == 0 || payloadBytes == 0 && !stopped) {
            String found = blankLines + records == 0
                    ? ""
                    : String.format(Locale.ROOT, ", only %,d blank ones", blankLines + records);
            throw new SourceException(
                    notation + " contains no records" + found + ": give a file with records, or its --format");
        }
        if (!stopped) {
            fieldsOfAll.requireFound(records);
        }
        List<ReadNotice> all = new ArrayList<>(leftOut.notices());
        all.addAll(notices);
        all.addAll(incomplete());
        String label = formats.stream().map(RecordFormat::label).collect(Collectors.joining(", "));
        return new RecordSource.ReadReport(
                records,
                payloadBytes,
                label,
                fieldsOfAll.anyKey(),
                fieldsOfAll.stamped(records),
                all,
                Optional.empty(),
                schema,
                columns.size() == 1 ? columns.iterator().next() : List.of());
    }

    private List<ReadNotice> incomplete() {
        List<ReadNotice> found = new ArrayList<>();
        if (blankLines > 0) {
            found.add(incomplete("%,d blank lines of %s were skipped", blankLines, notation));
        }
        found.addAll(fieldsOfAll.incomplete(records));
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
}
