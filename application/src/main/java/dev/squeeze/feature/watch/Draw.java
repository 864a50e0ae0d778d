package dev.squeeze.feature.watch;

/**
 * A position to read from.
 *
 * @param offset random new offset, or the first new one if {@code whole}
 * @param whole whether a single response is expected to contain everything new in the partition
 * @param weight number of drawn offsets that it represents
 */
record Draw(TopicPositions topic, int partition, long offset, boolean whole, int weight) {
    /** Represents the same number of offsets by a single random one. */
    Draw atOneOffset(long at) {
        return new Draw(topic, partition, at, false, weight);
    }
}
