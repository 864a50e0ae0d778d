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
    private final KeysAndTimes fieldsOfAll;
    private final Set<RecordFormat> formats = new LinkedHashSet<>();
    private final List<ReadNotice> notices = new ArrayList<>();
    private long records;
    private long payloadBytes;
    private long blankLines;
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
        this.fieldsOfAll = new KeysAndTimes(notation, options);
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
        if (KeysAndTimes.areWanted(options)) {
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
            hand(name, fieldsOfAll.plain(reader.value()));
        }
        check.notice().ifPresent(this::notice);
    }

    private void readWithFields(String name, RecordFormat format, RecordReader reader) {
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
            fields = new JsonFields(name, options, reader.value());
        }
        do {
            hand(name, fieldsOfAll.withFields(fields, reader.value(), reader::position));
        } while (!stopped && reader.advance());
    }

    private void hand(String name, BatchRecord record) {
        if ((++records & INTERRUPT_CHECK_MASK) == 0) {
            watch.stopIfInterrupted(name);
        }
        payloadBytes += record.payloadBytes();
        stopped = !visitor.accept(record);
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
                schema);
    }

    private List<ReadNotice> incomplete() {
        List<ReadNotice> found = new ArrayList<>();
        if (blankLines > 0) {
            found.add(incomplete("%,d blank lines of %s were passed over", blankLines, notation));
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
