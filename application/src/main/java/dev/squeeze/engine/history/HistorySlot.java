package dev.squeeze.engine.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What was observed in a period.
 *
 * @param topics the topics to which records were written
 * @param brokers the brokers whose CPU time is known
 */
public record HistorySlot(
        Instant start, Duration length, List<TopicRow> topics, ReadingLoad load, List<BrokerRow> brokers) {
    public HistorySlot {
        topics = List.copyOf(topics);
        brokers = List.copyOf(brokers);
    }

    /**
     * A broker's CPU time in the slot.
     *
     * @param address of its JMX endpoint
     */
    public record BrokerRow(String address, long cpuNanos) {}
}
