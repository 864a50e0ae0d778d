package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model of compressed sizes, corrected by what batches of the same traffic were really compressed to. Records that come again compress
 * about as well as the batch did that they were in: a stretch that compresses badly comes again with its records, and where keys scatter
 * them, batches are worse than those of neighbours in the source, which a model is of, but far more alike.
 */
public final class CorrectedSizes implements SizeModel {
    private static final int RANKS = 16;
    private static final double MEDIAN = 0.5;

    /** A model that says less of what was compressed knows nothing of batches that small. */
    private static final double MIN_FRACTION = 0.01;

    /** What does not compress at all is off from a model by how little it could compress. */
    private static final double MAX_FRACTION = 0.99;

    /**
     * What does not compress is stored as it is, in a frame: 15 bytes of lz4, 23 of gzip and snappy. A batch that a model makes larger would
     * raise a producer's guess for hundreds of batches to where none ever comes.
     */
    private static final int MAX_CODEC_HEADER_BYTES = 24;

    private final SizeModel model;
    /** By the bytes of a record: the last batch that it was in. */
    private final Map<byte[], Batch> batches = new IdentityHashMap<>();

    private double compressedBytes;
    private double modelledBytes;
    private double recordBytes;

    /** One that was compressed; fractions of its bytes. */
    private record Batch(double compressed, double modelled) {}

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
        Batch batch = new Batch(compressed / bytes, model.compressedBytes(records, bytes, MEDIAN) / bytes);
        for (BatchRecord record : records) {
            byte[] bytesOf = bytesOf(record);
            if (bytesOf != null) {
                batches.put(bytesOf, batch);
            }
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
        if (modelledBytes < MIN_FRACTION * recordBytes) {
            return bytes * compressedBytes / recordBytes;
        }
        double compressed = 0;
        double modelled = 0;
        double known = 0;
        double all = 0;
        for (BatchRecord record : records) {
            Batch before = batches.get(bytesOf(record));
            int ofRecord = record.payloadBytes();
            all += ofRecord;
            if (before != null) {
                compressed += ofRecord * before.compressed;
                modelled += ofRecord * before.modelled;
                known += ofRecord;
            }
        }
        if (2 * known <= all) {
            return model.compressedBytes(records, bytes, rank) * compressedBytes / modelledBytes;
        }
        double now = model.compressedBytes(records, bytes, MEDIAN) / bytes;
        double odds = Math.exp(logOdds(compressed / known) + logOdds(now) - logOdds(modelled / known));
        return bytes * odds / (1 + odds);
    }

    /** What batches that hardly compress, and those that compress far, have in common: neither gets below nothing, or above all. */
    private static double logOdds(double fraction) {
        double within = Math.max(MIN_FRACTION / 10, Math.min(MAX_FRACTION, fraction));
        return Math.log(within / (1 - within));
    }

    /** What stays the same object when a record is sent again. */
    private static byte @Nullable [] bytesOf(BatchRecord record) {
        return record.value() != null ? record.value() : record.key();
    }
}
