package dev.squeeze.feature.watch;

import dev.squeeze.kit.kafka.PartitionId;
import java.util.Arrays;

/** How far the partitions of a topic were observed, and how large its batches are. One long a partition and end. */
final class TopicPositions {
    private static final long UNKNOWN = -1;
    private static final int FIRST_ASK_BYTES = 1 << 14;
    private static final int MIN_ASK_BYTES = 1 << 12;
    /** As much as Kafka's consumer asks of a partition by default. */
    private static final int MAX_ASK_BYTES = 1 << 20;

    private static final double ROOM = 1.25;
    /** Batches that became smaller are believed after some answers. */
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

    /** The log's end; what was there before the first time is not observed. One that went back begins again. */
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

    /** Offsets of all partitions that were not observed yet. */
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

    /** Everything up to the ends counts as observed. */
    void observedAll(long round) {
        System.arraycopy(ends, 0, observed, 0, ends.length);
        readAtRound = round;
    }

    long readAtRound() {
        return readAtRound;
    }

    /** Bytes to ask of a partition, a power of two. */
    int askBytes() {
        return askBytes;
    }

    /** Whether so many offsets of a partition fit into one answer. */
    boolean fits(long offsets) {
        return bytesPerRecord > 0 && offsets * bytesPerRecord + largestBatch <= askBytes;
    }

    /** Stored bytes that came since, about. */
    double freshBytes() {
        return fresh() * Math.max(1, bytesPerRecord);
    }

    void learn(SeenBatch batch) {
        largestBatch = Math.max(FORGETTING * largestBatch, batch.storedBytes());
        double own = (double) batch.storedBytes() / batch.records();
        bytesPerRecord = bytesPerRecord == 0 ? own : (1 - FORGETTING) * own + FORGETTING * bytesPerRecord;
        askBytes = powerOfTwo(ROOM * largestBatch);
    }

    /** An answer without a whole batch: they are larger than what was asked for. */
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
