package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Real records that ship with Squeeze's dependencies, available as {@code sample:NAME}. They have keys and timestamps
 * only if fields are given, which only samples of JSON documents have; otherwise timestamps start at
 * {@link #ASSUMED_START_MILLIS} and follow the assumed arrival rate.
 *
 * <p>Progress counts payload bytes, which the catalogue has in advance, instead of stored bytes.
 */
public final class BundledSample implements RecordSource {
    /**
     * The timestamp of the first record, 2024-01-01T00:00:00Z: fixed, so that a sample always gives the same batches.
     */
    public static final long ASSUMED_START_MILLIS = RecordClock.ASSUMED_START_MILLIS;

    private static final long PROGRESS_STEP_BYTES = 1024 * 1024;

    private final SampleEntry entry;
    private final ReadOptions options;
    private final ClassLoader classPath;

    /**
     * @param name one of the names in {@link SampleCatalogue}
     * @throws SourceException if there is no such sample, or it does not support an option
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
                            + e.getMessage() + "; is the jar of " + entry.artifact() + " intact?",
                    e);
        }
        return reading.finish();
    }

    /** Rejects unsupported options: if they were ignored silently, they would seem to have taken effect. */
    private void refuseWhatCannotBeHonoured() {
        options.format().ifPresent(format -> refuse("--format " + format.label()));
        if (KeysAndTimes.areWanted(options) && entry.layout() != SampleLayout.JSON_LINES) {
            throw new SourceUsageException(
                    "%s has records in the format %s, which have no fields: leave out %s, or use sample:json-events"
                            .formatted(notation(), entry.layout().label(), KeysAndTimes.wantedFlags(options)));
        }
    }

    private void refuse(String what) {
        throw new SourceUsageException(notation() + " has a fixed format and does not support " + what
                + ": leave it out, or give a file instead of the sample");
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
                throw new SourceException("reading " + notation() + " was interrupted: run the command again");
            }
            reportedBytes = valueBytes;
            progress.at(valueBytes, entry.payloadBytes());
        }
    }
}
