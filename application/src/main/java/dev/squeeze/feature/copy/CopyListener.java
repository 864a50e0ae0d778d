package dev.squeeze.feature.copy;

import java.util.function.Supplier;

/** Gets the progress of a copy. */
public interface CopyListener {
    /**
     * After every round.
     *
     * @param records read in this run
     * @param bytes of them, as the source stores them
     * @param fraction of the way to the end; 0 where there is no end, as with a topic that is followed
     */
    void copied(long records, long bytes, double fraction);

    /**
     * After every round.
     *
     * @param report makes a report of what was committed so far; that costs the copying some time, so ask seldom, and only within
     *     this call
     */
    default void soFar(Supplier<CopyReport> report) {}

    /** Something that the user has to know before copying begins; once. */
    default void warning(String what) {}

    /** Compaction has left none of these offsets up to the end of a partition, so that they were passed over. */
    default void compacted(CopyGap offsets) {}

    /** Something failed that may recover; the copy retries. */
    void waiting(String why);
}
