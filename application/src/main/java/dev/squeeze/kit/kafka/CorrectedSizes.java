package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model of compressed sizes, corrected by how well batches of the same traffic really compressed. When records repeat, they
 * compress about as well as the batch they were in before: a stretch that compresses badly repeats with its records. If keys spread
 * neighbouring records over partitions, batches compress worse, but far more uniformly, than batches of records that are adjacent
 * in the source, which the model describes.
 */
public final class CorrectedSizes implements SizeModel {
    private static final int RANKS = 16;
    private static final double MEDIAN = 0.5;

    /** If the model predicts less than this fraction of the observed bytes, it has no information about batches that small. */
    private static final double MIN_FRACTION = 0.01;

    /** Upper limit of a fraction: near 1, log-odds magnify tiny differences between a model and reality. */
    private static final double MAX_FRACTION = 0.99;

    /**
     * Incompressible data is stored as it is, in a frame: 15 bytes for lz4, 23 for gzip and snappy. If a model exceeded this, a
     * single batch would raise a producer's guess for hundreds of batches to a level that no real batch reaches.
     */
    private static final int MAX_CODEC_HEADER_BYTES = 24;

    private final SizeModel model;
    /** By the payload array of a record: the last batch that contained it. */
    private final Map<byte[], Batch> batches = new IdentityHashMap<>();

    private double compressedBytes;
    private double modelledBytes;
    private double recordBytes;

    /** A batch that was compressed; sizes as fractions of its uncompressed bytes. */
    private record Batch(double compressed, double modelled) {}

    public CorrectedSizes(SizeModel model) {
        this.model = model;
    }

    /**
     * Records what a batch was compressed to; both sizes exclude its header.
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

    /**
     * Log-odds are comparable between batches that hardly compress and those that compress well, and keep a corrected fraction
     * between 0 and 1.
     */
    private static double logOdds(double fraction) {
        double within = Math.max(MIN_FRACTION / 10, Math.min(MAX_FRACTION, fraction));
        return Math.log(within / (1 - within));
    }

    /** An array that remains the same object when a record is sent again. */
    private static byte @Nullable [] bytesOf(BatchRecord record) {
        return record.value() != null ? record.value() : record.key();
    }
}
