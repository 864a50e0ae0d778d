package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** A model of compressed sizes, corrected by what batches of the same traffic were really compressed to. */
public final class CorrectedSizes implements SizeModel {
    private static final int RANKS = 16;

    /** A model that says less of what was compressed knows nothing of batches that small. */
    private static final double MIN_FRACTION = 0.01;

    private final SizeModel model;
    private double compressedBytes;
    private double modelledBytes;
    private double recordBytes;

    public CorrectedSizes(SizeModel model) {
        this.model = model;
    }

    /**
     * Takes what a batch was compressed to, its header on neither side.
     *
     * @param bytes of its records, uncompressed
     */
    public void observe(List<BatchRecord> records, double bytes, double compressed) {
        recordBytes += bytes;
        compressedBytes += compressed;
        for (int i = 0; i < RANKS; i++) {
            modelledBytes += model.compressedBytes(records, bytes, (i + 0.5) / RANKS) / RANKS;
        }
    }

    @Override
    public double fraction(double bytes, double rank) {
        return compressedBytes(List.of(), bytes, rank) / bytes;
    }

    @Override
    public double compressedBytes(List<BatchRecord> records, double bytes, double rank) {
        if (recordBytes == 0) {
            return model.compressedBytes(records, bytes, rank);
        }
        return modelledBytes < MIN_FRACTION * recordBytes
                ? bytes * compressedBytes / recordBytes
                : model.compressedBytes(records, bytes, rank) * compressedBytes / modelledBytes;
    }
}
