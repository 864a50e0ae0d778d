package dev.squeeze.feature.copy;

import java.util.function.Supplier;

/** Receives the progress of a copy. */
public interface CopyListener {
    /**
     * After every round.
     *
     * @param records read in this run
     * @param bytes size of these records, as the source stores them
     * @param fraction done, 0 to 1; 0 if there is no end because the topic is followed
     */
    void copied(long records, long bytes, double fraction);

    /**
     * After every round.
     *
     * @param report creates a report of what was committed so far; this delays the copying, so call it rarely, and only
     *     within this method
     */
    default void soFar(Supplier<CopyReport> report) {}

    /** A warning that the user needs before copying starts; called once per warning. */
    default void warning(String what) {}

    /** Compaction has removed all records from these offsets to the end of the partition, so they were skipped. */
    default void compacted(CopyGap offsets) {}

    /** A failure that may be temporary; the copy retries. */
    void waiting(String why);
}
