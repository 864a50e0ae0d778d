package dev.squeeze.engine.history;

/** Receives the contents of a history, in the order in which they were written. */
public interface HistoryVisitor {
    default void start(WatchStart start) {}

    default void facts(TopicFacts facts) {}

    default void slot(HistorySlot slot) {}

    default void mark(Mark mark) {}
}
