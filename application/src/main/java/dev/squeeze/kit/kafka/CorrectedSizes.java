package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A model of compressed sizes, corrected by what batches of the same traffic were really compressed to. Sizes of which enough were
 * compressed follow these alone: a model has batches of records that are next to each other in their source, and where keys scatter them,
 * batches of one size differ far less.
 */
public final class CorrectedSizes implements SizeModel {
    private static final int RANKS = 16;

    /** A model that says less of what was compressed knows nothing of batches that small. */
    private static final double MIN_FRACTION = 0.01;

    /**
     * What does not compress is stored as it is, in a frame: 15 bytes of lz4, 23 of gzip and snappy. A batch that a model makes larger would
     * raise a producer's guess for hundreds of batches to where none ever comes.
     */
    private static final int MAX_CODEC_HEADER_BYTES = 24;

    /** Of about a size. Fewer say less than the model does. */
    private static final int ENOUGH_OF_A_SIZE = 8;

    private static final int SIZES_PER_DOUBLING = 2;

    private final SizeModel model;
    private final Map<Integer, List<Double>> fractionsBySize = new HashMap<>();
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
        fractionsBySize.computeIfAbsent(size(bytes), size -> new ArrayList<>()).add(compressed / bytes);
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
        return Math.min(bytes + MAX_CODEC_HEADER_BYTES, corrected(records, bytes, rank));
    }

    private double corrected(List<BatchRecord> records, double bytes, double rank) {
        if (recordBytes == 0) {
            return model.compressedBytes(records, bytes, rank);
        }
        List<Double> ofSize = fractionsBySize.getOrDefault(size(bytes), List.of());
        if (ofSize.size() >= ENOUGH_OF_A_SIZE) {
            return bytes * ofSize.get((int) Math.min(ofSize.size() - 1, rank * ofSize.size()));
        }
        return modelledBytes < MIN_FRACTION * recordBytes
                ? bytes * compressedBytes / recordBytes
                : model.compressedBytes(records, bytes, rank) * compressedBytes / modelledBytes;
    }

    /** The same number for batches of about a size. */
    private static int size(double bytes) {
        return (int) Math.floor(SIZES_PER_DOUBLING * Math.log(bytes) / Math.log(2));
    }
}
