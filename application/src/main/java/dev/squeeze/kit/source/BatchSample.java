package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.stats.TotalEstimator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * A random sample of whole batches of one size, and what is known about all of them.
 *
 * @param nominalBytes the batch size that the source was divided into, in uncompressed bytes of records
 * @param batches the sampled batches in the order of drawing: every prefix is itself a random sample in which a batch's
 *     chance is proportional to its bytes
 * @param controlBytes size of each sampled batch with the control compressor, in the same order
 * @param populationBatches batches in the whole source
 * @param populationRecords records in the whole source
 * @param populationRecordBytes uncompressed bytes of these records
 * @param controlledBatches number of batches that the control compressor has compressed
 * @param controlTotalBytes bytes of the whole source with the control compressor; estimated if it has not compressed
 *     all batches
 * @param controlVariance variance of {@code controlTotalBytes}; 0 if all batches were compressed
 * @param spanRatios uncompressed over control bytes in consecutive spans of the source, oldest first; they show drift
 */
public record BatchSample(
        int nominalBytes,
        List<PackedBatch> batches,
        List<Integer> controlBytes,
        long populationBatches,
        long populationRecords,
        long populationRecordBytes,
        long controlledBatches,
        double controlTotalBytes,
        double controlVariance,
        List<Double> spanRatios) {
    public BatchSample {
        batches = List.copyOf(batches);
        controlBytes = List.copyOf(controlBytes);
        spanRatios = List.copyOf(spanRatios);
    }

    /** A sample of these batches only, from which nothing can be estimated about others. */
    public static BatchSample of(List<PackedBatch> batches) {
        long bytes = batches.stream().mapToLong(PackedBatch::recordBytes).sum();
        return new BatchSample(
                (int) (bytes / Math.max(1, batches.size())),
                batches,
                Collections.nCopies(batches.size(), 0),
                batches.size(),
                batches.stream().mapToLong(PackedBatch::records).sum(),
                bytes,
                batches.size(),
                0,
                0,
                List.of());
    }

    public TotalEstimator.Population population() {
        return new TotalEstimator.Population(
                populationBatches, populationRecordBytes, controlTotalBytes, controlVariance);
    }

    /** Whether the sample is the whole source. */
    public boolean isComplete() {
        return batches.size() == populationBatches;
    }

    /** The records of the sampled batches, batch by batch in the order of their source. */
    public List<BatchRecord> recordsInOrder() {
        List<BatchRecord> records = new ArrayList<>();
        for (PackedBatch batch : inOrder()) {
            records.addAll(List.of(batch.unpack()));
        }
        return records;
    }

    /**
     * Maps the index of a record in {@link #recordsInOrder} to the number of the source's records between it and the
     * next one; 0 after the last.
     */
    public IntToLongFunction leftOut() {
        Map<Integer, Long> afterLast = new HashMap<>();
        int records = 0;
        long next = 0;
        for (PackedBatch batch : inOrder()) {
            if (records > 0) {
                afterLast.put(records - 1, batch.firstRecord() - next);
            }
            records += batch.records();
            next = batch.firstRecord() + batch.records();
        }
        return place -> afterLast.getOrDefault(place, 0L);
    }

    private List<PackedBatch> inOrder() {
        List<PackedBatch> inOrder = new ArrayList<>(batches);
        inOrder.sort(Comparator.comparingLong(PackedBatch::firstRecord));
        return inOrder;
    }

    public double meanRecordBytesPerBatch() {
        return (double) populationRecordBytes / populationBatches;
    }
}
