package dev.squeeze.engine.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What was observed in a piece of time.
 *
 * @param topics those that records passed through
 * @param brokers whose CPU time is known
 */
public record HistorySlot(
        Instant start, Duration length, List<TopicRow> topics, ReadingLoad load, List<BrokerRow> brokers) {
    public HistorySlot {
        topics = List.copyOf(topics);
        brokers = List.copyOf(brokers);
    }

    /**
     * What a broker used in the slot.
     *
     * @param address of its JMX
     */
    public record BrokerRow(String address, long cpuNanos) {}
}
