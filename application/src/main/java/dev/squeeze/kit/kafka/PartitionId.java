package dev.squeeze.kit.kafka;

/**
 * A partition of a topic.
 *
 * @param partition from 0
 */
public record PartitionId(String topic, int partition) {
    public PartitionId {
        if (topic.isEmpty() || partition < 0) {
            throw new IllegalArgumentException(
                    "a partition needs a topic name and a number from 0, got '" + topic + "' and " + partition);
        }
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
