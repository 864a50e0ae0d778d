package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What records of a topic are stored as, on average, from batches at random offsets. A random offset finds a batch as often as it
 * has records, so bytes, batches and codecs for each record are right on average although long batches are found more often. The
 * batches that follow it in the same answer are not random ones, since producers take turns: they are left out here, unless
 * they are all that was written.
 */
final class Composition {
    private static final int CODECS = CodecPart.CODECS;

    private double draws;
    private double bytesPerRecord;
    private double batchesPerRecord;
    private double spanPerRecord;
    private double spannedPerRecord;
    private final double[] recordShare = new double[CODECS];
    private final double[] codecBytesPerRecord = new double[CODECS];
    private long sampledBatches;

    /**
     * Adds an answer.
     *
     * @param batches of data, in order; at least one
     * @param whole whether they are all that was written since the last reading; else the first was found by an offset
     * @param weight how many drawn offsets they stand for
     */
    void add(List<SeenBatch> batches, boolean whole, int weight) {
        addSums(whole ? batches : batches.subList(0, 1), weight);
        draws += weight;
        sampledBatches += batches.size();
    }

    private void addSums(List<SeenBatch> batches, double weight) {
        double records = batches.stream().mapToLong(SeenBatch::records).sum();
        for (SeenBatch batch : batches) {
            double part = weight / records;
            bytesPerRecord += part * batch.storedBytes();
            batchesPerRecord += part;
            recordShare[batch.codecId()] += part * batch.records();
            codecBytesPerRecord[batch.codecId()] += part * batch.storedBytes();
            if (batch.spanMillis() >= 0) {
                spanPerRecord += part * batch.spanMillis();
                spannedPerRecord += part;
            }
        }
    }

    boolean isEmpty() {
        return draws == 0;
    }

    long sampledBatches() {
        return sampledBatches;
    }

    /** Stored bytes of so many records. */
    double storedBytes(double records) {
        return records * bytesPerRecord / Math.max(1, draws);
    }

    /** Batches of so many records. */
    double batches(double records) {
        return records * batchesPerRecord / Math.max(1, draws);
    }

    OptionalDouble spanMillis() {
        return spannedPerRecord > 0 ? OptionalDouble.of(spanPerRecord / spannedPerRecord) : OptionalDouble.empty();
    }

    /** What so many records are stored as, by codec. */
    List<CodecPart> codecs(double records) {
        List<CodecPart> parts = new ArrayList<>();
        for (int codec = 0; codec < CODECS; codec++) {
            if (recordShare[codec] > 0) {
                parts.add(new CodecPart(
                        codec, records * recordShare[codec] / draws, records * codecBytesPerRecord[codec] / draws));
            }
        }
        return parts;
    }
}
