package dev.squeeze.feature.watch;

import dev.squeeze.kit.kafka.PartitionId;
import java.util.Arrays;

/**
 * Up to which offset the partitions of a topic were observed, and how large its batches are. Takes two longs per
 * partition.
 */
final class TopicPositions {
    private static final long UNKNOWN = -1;
    private static final int FIRST_ASK_BYTES = 1 << 14;
    private static final int MIN_ASK_BYTES = 1 << 12;
    /** The default {@code max.partition.fetch.bytes} of Kafka's consumer. */
    private static final int MAX_ASK_BYTES = 1 << 20;

    private static final double ROOM = 1.25;
    /** The fetch size follows shrinking batches only after several responses. */
    private static final double FORGETTING = 0.9;

    private final String topic;
    private final long[] observed;
    private final long[] ends;
    private int askBytes = FIRST_ASK_BYTES;
    private double largestBatch;
    private double bytesPerRecord;
    private long readAtRound;

    TopicPositions(String topic, int partitions) {
        this.topic = topic;
        this.observed = new long[partitions];
        this.ends = new long[partitions];
        Arrays.fill(observed, UNKNOWN);
    }

    String topic() {
        return topic;
    }

    int partitions() {
        return ends.length;
    }

    PartitionId partition(int number) {
        return new PartitionId(topic, number);
    }

    /**
     * Sets the log end offset. Records before the first call are not observed. If the offset has decreased, observation
     * starts over from it.
     */
    void end(int partition, long offset) {
        if (observed[partition] == UNKNOWN || offset < observed[partition]) {
            observed[partition] = offset;
        }
        ends[partition] = offset;
    }

    long observed(int partition) {
        return observed[partition];
    }

    long end(int partition) {
        return ends[partition];
    }

    long fresh(int partition) {
        return observed[partition] == UNKNOWN ? 0 : ends[partition] - observed[partition];
    }

    /** Number of offsets not observed yet, over all partitions. */
    long fresh() {
        long sum = 0;
        for (int i = 0; i < ends.length; i++) {
            sum += fresh(i);
        }
        return sum;
    }

    int freshPartitions() {
        int number = 0;
        for (int i = 0; i < ends.length; i++) {
            number += fresh(i) > 0 ? 1 : 0;
        }
        return number;
    }

    /** Marks everything up to the log end offsets as observed. */
    void observedAll(long round) {
        System.arraycopy(ends, 0, observed, 0, ends.length);
        readAtRound = round;
    }

    long readAtRound() {
        return readAtRound;
    }

    /** Bytes to fetch from a partition, a power of two. */
    int askBytes() {
        return askBytes;
    }

    /** Whether this many offsets of a partition fit into one response. */
    boolean fits(long offsets) {
        return bytesPerRecord > 0 && offsets * bytesPerRecord + largestBatch <= askBytes;
    }

    /** Estimated stored bytes of the new records. */
    double freshBytes() {
        return fresh() * Math.max(1, bytesPerRecord);
    }

    void learn(SeenBatch batch) {
        largestBatch = Math.max(FORGETTING * largestBatch, batch.storedBytes());
        double own = (double) batch.storedBytes() / batch.records();
        bytesPerRecord = bytesPerRecord == 0 ? own : (1 - FORGETTING) * own + FORGETTING * bytesPerRecord;
        askBytes = powerOfTwo(ROOM * largestBatch);
    }

    /** Raises the fetch size after a response without a complete batch. */
    void askForMore() {
        askBytes = Math.min(MAX_ASK_BYTES, 2 * askBytes);
        largestBatch = Math.max(largestBatch, askBytes / ROOM);
    }

    private static int powerOfTwo(double bytes) {
        int power = MIN_ASK_BYTES;
        while (power < bytes && power < MAX_ASK_BYTES) {
            power *= 2;
        }
        return power;
    }
}
