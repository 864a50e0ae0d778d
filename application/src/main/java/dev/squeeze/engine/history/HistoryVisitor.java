package dev.squeeze.engine.history;

/** Takes what a history holds, in the order in which it was written. */
public interface HistoryVisitor {
    default void start(WatchStart start) {}

    default void facts(TopicFacts facts) {}

    default void slot(HistorySlot slot) {}

    default void mark(Mark mark) {}
}
