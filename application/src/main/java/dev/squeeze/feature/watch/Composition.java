package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Averages of how records of a topic are stored, from batches at random offsets. A random offset hits a batch in
 * proportion to its number of records, so averages of bytes, batches and codecs per record are unbiased, although large
 * batches are hit more often. Further batches in the same response are not a random sample, since producers take turns:
 * they are left out, unless the response contains everything that was written.
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
     * Adds the batches of a response.
     *
     * @param batches data batches, in order; at least one
     * @param whole whether they are everything written since the last reading; otherwise only the first was hit by a
     *     random offset
     * @param weight number of drawn offsets that they represent
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

    /** Estimated stored bytes of this many records. */
    double storedBytes(double records) {
        return records * bytesPerRecord / Math.max(1, draws);
    }

    /** Estimated number of batches of this many records. */
    double batches(double records) {
        return records * batchesPerRecord / Math.max(1, draws);
    }

    OptionalDouble spanMillis() {
        return spannedPerRecord > 0 ? OptionalDouble.of(spanPerRecord / spannedPerRecord) : OptionalDouble.empty();
    }

    /** Estimated records and stored bytes by codec, for this many records. */
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
