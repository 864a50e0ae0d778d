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
 * @param nominalBytes uncompressed bytes of records that the source was cut into
 * @param batches the sampled batches in the order of drawing: every prefix is itself a random sample in which a batch's chance
 *     is proportional to its bytes
 * @param controlBytes what the control compressor makes of each sampled batch, in the same order
 * @param populationBatches batches in the whole source
 * @param populationRecords records in the whole source
 * @param populationRecordBytes their uncompressed record bytes
 * @param controlledBatches batches that the control compressor has seen
 * @param controlTotalBytes bytes under the control compressor over the whole source, estimated where not all were seen
 * @param controlVariance variance of that figure, 0 where all batches were seen
 * @param spanRatios uncompressed over control bytes in consecutive spans of the source, oldest first: shows drift
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

    /** Batches that stand for themselves alone: nothing can be estimated of others from them. At least one. */
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

    /** True where the sample is the whole source. */
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
     * How many records of the source lie between one of {@link #recordsInOrder}, by its place, and the next; none after the last.
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
