package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.ContentDigest;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The reading side of a trial: consumers of one or more groups, each of which reads everything. */
interface TrialConsumers extends AutoCloseable {
    void start();

    /**
     * Waits until everything has been read; call once nothing more will be written.
     *
     * @param expectedRecords number of records that each group should find; late ones get a short grace period
     * @param check called many times a second; what it throws ends the waiting
     */
    void finish(long expectedRecords, Runnable check) throws InterruptedException;

    /**
     * Size of the keys and values read so far, over all groups; for consumers on other machines complete after {@link
     * #finish}.
     */
    long payloadBytes();

    /** How many records each group read; complete after {@link #finish}. */
    List<Long> recordsByGroup();

    /** Digest of what each group read, if it is compared; complete after {@link #finish}. */
    List<ContentDigest> digests();

    /** Errors that occurred while reading; empty if there were none. */
    List<String> problems();

    /** Complete after {@link #finish}. */
    ConsumerFigures figures();

    /** Usage of the JVMs that run the consumers, from {@link #start} to the end of {@link #finish}. */
    JvmUsage usage();

    void addEndToEnd(Histogram sum);

    /** Ends reading early; figures cover the time until then. */
    default void abandon() {
        close();
    }

    /** Ends the threads and the consumers, even while they are reading. */
    @Override
    void close();
}
