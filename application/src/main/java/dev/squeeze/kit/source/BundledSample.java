package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Real records that come with Squeeze's dependencies, under {@code sample:NAME}. They have no keys, and they are stamped
 * at the assumed arrival rate from {@link #ASSUMED_START_MILLIS} on.
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

    /** What is known of this sample without reading it. */
    public SampleEntry entry() {
        return entry;
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
        options.keyField().ifPresent(field -> refuse("key field (" + field + ")"));
        options.timestampField().ifPresent(field -> refuse("timestamp field (" + field + ")"));
    }

    private void refuse(String what) {
        throw new SourceException(notation() + " is read in its own way and takes no " + what
                + ": leave the option out, or name a file in place of the sample");
    }

    /** One pass over the sample. */
    private final class Reading {
        private final RecordVisitor visitor;
        private final ReadProgress progress;
        private long records;
        private long payloadBytes;
        private long toldBytes;
        private boolean stopped;

        Reading(RecordVisitor visitor, ReadProgress progress) {
            this.visitor = visitor;
            this.progress = progress;
        }

        boolean hand(byte[] value) {
            long millis = ASSUMED_START_MILLIS + (long) (records * 1000.0 / options.assumedRecordsPerSecond());
            records++;
            payloadBytes += value.length;
            stopped = !visitor.accept(new BatchRecord(null, value, BatchRecord.NO_HEADERS, millis));
            if (payloadBytes - toldBytes >= PROGRESS_STEP_BYTES) {
                reportProgress();
            }
            return !stopped;
        }

        ReadReport finish() {
            reportProgress();
            if (!stopped && (records != entry.records() || payloadBytes != entry.payloadBytes())) {
                throw new SourceException(String.format(
                        Locale.ROOT,
                        "%s has %,d records of %,d bytes but %,d of %,d were found: put %s on the class path, and no"
                                + " other version of it",
                        notation(),
                        entry.records(),
                        entry.payloadBytes(),
                        records,
                        payloadBytes,
                        entry.artifact()));
            }
            return new ReadReport(records, payloadBytes, entry.layout().label(), false, false, List.of());
        }

        private void reportProgress() {
            if (Thread.currentThread().isInterrupted()) {
                throw new SourceException("reading " + notation() + " was interrupted before its end: start it again");
            }
            toldBytes = payloadBytes;
            progress.at(payloadBytes, entry.payloadBytes());
        }
    }
}
