package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What batches show once they are unpacked. */
final class Unpacking implements AutoCloseable {
    /** Weights are fractions, and a histogram counts in whole numbers. */
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
     * Unpacks a batch of a known codec.
     *
     * @param weight how many batches it stands for
     * @return its uncompressed bytes
     */
    long add(ByteBuffer batch, double weight) throws UnreadableBatchException {
        long uncompressed = reader.read(batch, (offset, record) -> record(record, weight));
        batches++;
        return uncompressed;
    }

    /** A batch could not be had or not be unpacked. */
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
