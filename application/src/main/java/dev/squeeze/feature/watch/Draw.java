package dev.squeeze.feature.watch;

/**
 * A place to read.
 *
 * @param offset to read from: a random one among those that passed, or the first where all of them are wanted
 * @param whole whether all that passed in the partition is expected in one answer
 * @param weight how many of the offsets that were drawn it stands for
 */
record Draw(TopicPositions topic, int partition, long offset, boolean whole, int weight) {
    /** Stands for the same offsets by one of them. */
    Draw atOneOffset(long at) {
        return new Draw(topic, partition, at, false, weight);
    }
}
