package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.ContentDigest;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The reading side of a trial: consumers of one or more groups, each of which reads everything. */
interface TrialConsumers extends AutoCloseable {
    void start();

    /**
     * Call once nothing more will be written: waits until all was read.
     *
     * @param expectedRecords how many each group should find; it waits a little for late ones
     * @param check called many times a second; what it throws ends the waiting
     */
    void finish(long expectedRecords, Runnable check) throws InterruptedException;

    /** Bytes of keys and values that were read so far, of all groups; of other machines complete after {@link #finish}. */
    long payloadBytes();

    /** How many records each group read; complete after {@link #finish}. */
    List<Long> recordsByGroup();

    /** What each group read, where it was compared; complete after {@link #finish}. */
    List<ContentDigest> digests();

    /** What went wrong while reading; empty if nothing did. */
    List<String> problems();

    /** Complete after {@link #finish}. */
    ConsumerFigures figures();

    /** What the JVMs that read used from {@link #start} to the end of {@link #finish}. */
    JvmUsage usage();

    void addEndToEnd(Histogram sum);

    /** Ends the reading early; figures are those until then. */
    default void abandon() {
        close();
    }

    /** Ends the threads and the consumers, whatever they were doing. */
    @Override
    void close();
}
