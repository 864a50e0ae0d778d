package dev.squeeze.feature.copy;

import java.util.function.Supplier;

/** Hears how a copy gets on. */
public interface CopyListener {
    /**
     * After every round.
     *
     * @param records read in this run
     * @param bytes of them, as the source stores them
     * @param fraction of the way to the end; 0 where there is none, as with a topic that is followed
     */
    void copied(long records, long bytes, double fraction);

    /**
     * After every round.
     *
     * @param report makes the account of all that was committed so far; it takes some time of the copying, so it is asked
     *     for seldom, and only within this call
     */
    default void soFar(Supplier<CopyReport> report) {}

    /** Something went wrong that may pass; it is tried again. */
    void waiting(String why);
}
