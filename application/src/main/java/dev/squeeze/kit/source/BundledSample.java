package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Real records that come with Squeeze's dependencies, under {@code sample:NAME}. They have neither keys nor
 * timestamps unless fields are named, which only samples of JSON documents have; they are stamped at the assumed arrival rate
 * from {@link #ASSUMED_START_MILLIS} on.
 *
 * <p>Progress counts payload bytes, which the catalogue knows in advance, in place of bytes on storage.
 */
public final class BundledSample implements RecordSource {
    /** The stamp of the first record, 2024-01-01T00:00:00Z: fixed, so that a sample always gives the same batches. */
    public static final long ASSUMED_START_MILLIS = RecordClock.ASSUMED_START_MILLIS;

    private static final long PROGRESS_STEP_BYTES = 1024 * 1024;

    private final SampleEntry entry;
    private final ReadOptions options;
    private final ClassLoader classPath;

    /**
     * @param name one of the names in {@link SampleCatalogue}
     * @throws SourceException when there is no such sample, or when the options ask of it what it has not
     */
    public BundledSample(String name, ReadOptions options) {
        this(name, options, BundledSample.class.getClassLoader());
    }

    BundledSample(String name, ReadOptions options, ClassLoader classPath) {
        this.entry = SampleCatalogue.named(name);
        this.options = options;
        this.classPath = classPath;
        refuseWhatCannotBeHonoured();
    }

    @Override
    public String notation() {
        return entry.notation();
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        Reading reading = new Reading(visitor, progress);
        try {
            new SampleValues(entry, classPath).read(reading::hand);
        } catch (FileNotFoundException e) {
            throw new SourceException(
                    notation() + ": " + e.getMessage() + " is not on the class path; add the jar of " + entry.artifact()
                            + " next to Squeeze's own jars",
                    e);
        } catch (IOException e) {
            throw new SourceException(
                    notation() + ": reading " + entry.resource() + " failed after record " + reading.records + ": "
                            + e.getMessage() + "; is the jar of " + entry.artifact() + " whole?",
                    e);
        }
        return reading.finish();
    }

    /** An option that is passed over in silence would look as if it had been obeyed. */
    private void refuseWhatCannotBeHonoured() {
        options.format().ifPresent(format -> refuse("format (" + format.label() + ")"));
        if (KeysAndTimes.areWanted(options) && entry.layout() != SampleLayout.JSON_LINES) {
            throw new SourceUsageException(
                    "%s has records of the format %s, which have no fields: leave out %s, or take sample:json-events"
                            .formatted(notation(), entry.layout().label(), KeysAndTimes.wantedFlags(options)));
        }
    }

    private void refuse(String what) {
        throw new SourceUsageException(notation() + " is read in its own way and takes no " + what
                + ": leave the option out, or name a file in place of the sample");
    }

    /** One pass over the sample. */
    private final class Reading {
        private final RecordVisitor visitor;
        private final ReadProgress progress;
        private final KeysAndTimes keysAndTimes = new KeysAndTimes(notation(), options);
        private @Nullable FieldExtractor fields;
        private long records;
        private long valueBytes;
        private long payloadBytes;
        private long reportedBytes;
        private boolean stopped;

        Reading(RecordVisitor visitor, ReadProgress progress) {
            this.visitor = visitor;
            this.progress = progress;
        }

        boolean hand(byte[] value) {
            records++;
            BatchRecord record = record(value);
            valueBytes += value.length;
            payloadBytes += record.payloadBytes();
            stopped = !visitor.accept(record);
            if (valueBytes - reportedBytes >= PROGRESS_STEP_BYTES) {
                reportProgress();
            }
            return !stopped;
        }

        private BatchRecord record(byte[] value) {
            if (!KeysAndTimes.areWanted(options)) {
                return keysAndTimes.plain(value);
            }
            if (fields == null) {
                fields = new JsonFields(notation(), options, value);
            }
            return keysAndTimes.withFields(fields, value, () -> "record " + records);
        }

        ReadReport finish() {
            reportProgress();
            if (!stopped && (records != entry.records() || valueBytes != entry.payloadBytes())) {
                throw new SourceException(String.format(
                        Locale.ROOT,
                        "%s has %,d records of %,d bytes but %,d of %,d were found: put %s on the class path, and no"
                                + " other version of it",
                        notation(),
                        entry.records(),
                        entry.payloadBytes(),
                        records,
                        valueBytes,
                        entry.artifact()));
            }
            if (!stopped) {
                keysAndTimes.requireFound(records);
            }
            return new ReadReport(
                    records,
                    payloadBytes,
                    entry.layout().label(),
                    keysAndTimes.anyKey(),
                    keysAndTimes.stamped(records),
                    keysAndTimes.incomplete(records));
        }

        private void reportProgress() {
            if (Thread.currentThread().isInterrupted()) {
                throw new SourceException("reading " + notation() + " was interrupted before its end: start it again");
            }
            reportedBytes = valueBytes;
            progress.at(valueBytes, entry.payloadBytes());
        }
    }
}
