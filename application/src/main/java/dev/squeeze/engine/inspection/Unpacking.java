package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Statistics from decompressing batches. */
final class Unpacking implements AutoCloseable {
    /** Weights are fractions, but a histogram counts in integers. */
    private static final double WEIGHT_STEPS = 1000;

    private final BatchRecordReader reader = new BatchRecordReader();
    private final Histogram payloadBytes = new Histogram(3);
    private long batches;
    private long records;
    private long unreadable;
    private long mostPayloadBytes;
    private double weights;
    private double weightedBytes;
    private double weightedKeys;
    private double weightedTombstones;

    /**
     * Decompresses a batch with a known codec.
     *
     * @param weight number of batches that it represents
     * @return its uncompressed size in bytes
     */
    long add(ByteBuffer batch, double weight) throws UnreadableBatchException {
        long uncompressed = reader.read(batch, (offset, record) -> record(record, weight));
        batches++;
        return uncompressed;
    }

    /** Counts a batch that could not be read or decompressed. */
    void unreadable() {
        unreadable++;
    }

    private boolean record(BatchRecord record, double weight) {
        int bytes = record.payloadBytes();
        records++;
        mostPayloadBytes = Math.max(mostPayloadBytes, bytes);
        payloadBytes.recordValueWithCount(bytes, Math.round(weight * WEIGHT_STEPS));
        weights += weight;
        weightedBytes += weight * bytes;
        weightedKeys += record.key() == null ? 0 : weight;
        weightedTombstones += record.value() == null ? weight : 0;
        return true;
    }

    Optional<TopicProfile.UnpackedSample> sample(long seed) {
        if (records == 0) {
            return Optional.empty();
        }
        return Optional.of(new TopicProfile.UnpackedSample(
                batches,
                records,
                unreadable,
                Inspection.distribution(payloadBytes, mostPayloadBytes),
                weightedBytes / weights,
                weightedKeys / weights,
                weightedTombstones / weights,
                seed));
    }

    @Override
    public void close() {
        reader.close();
    }
}
