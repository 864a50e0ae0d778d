package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Cuts the stream at one batch size and draws from it, in one pass over a stream of unknown length. Each batch gets a number
 * that is uniform over 0 to 1. Those with the least number per uncompressed byte are kept, up to a number of counted bytes: a sample in
 * which a batch's chance is proportional to its bytes (priority sampling). Those whose number lies below a threshold,
 * which falls as the source grows, are given to the control compressor.
 *
 * <p>The numbers are multiples of the golden ratio from a random one on, without their whole part: whatever the threshold, batches below
 * it lie evenly over the stream (the three-gap theorem). Streams change as they go, so that a sample of independent numbers has too much of
 * one stretch and too little of another. Variances that are estimated as of independent draws are upper bounds.
 *
 * <p>Cutting happens on the reading thread; {@link #controlled} may be called from any thread.
 */
final class SizeSampler {
    /** Control bytes or batches beyond these halve the share of batches that the control looks at. */
    private static final long CONTROL_LIMIT_BYTES = 256L << 20;

    private static final int CONTROL_LIMIT_BATCHES = 1 << 18;

    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private static final int SPANS = 20;
    private static final int MIN_BATCHES_PER_SPAN = 4;

    /**
     * A record larger than the batch size counts as no more than this part of the limit, so that the largest one, whose chance is 1, does not
     * take the room of all others.
     */
    private static final int MIN_IN_LIMIT = 16;

    /** Bytes of such records that are not counted, without those of the largest, so that memory is bounded where many are so large. */
    private static final long MAX_UNCOUNTED_BYTES = 16L << 20;

    private final int nominalBytes;
    private final long retainedLimitBytes;
    private final long maxCountedBytes;
    private final BatchCutter cutter;
    private double uniform;

    private final PriorityQueue<Drawn> kept =
            new PriorityQueue<>(Comparator.comparingDouble(Drawn::key).reversed());
    private long countedBytes;
    private final List<Drawn> oversized = new ArrayList<>();
    private double keepBelow = Double.POSITIVE_INFINITY;

    private double controlBelow = 1;
    private long controlSubmittedBytes;
    private final List<Drawn> controlledBatches = new ArrayList<>();

    private long batches;
    private long records;
    private long recordBytes;

    SizeSampler(int nominalBytes, SamplingPlan plan) {
        this.nominalBytes = nominalBytes;
        this.retainedLimitBytes = plan.retainedBytes(nominalBytes);
        this.maxCountedBytes = Math.max(nominalBytes, retainedLimitBytes / MIN_IN_LIMIT);
        this.uniform = new SplittableRandom(plan.seed() * 31 + nominalBytes).nextDouble();
        this.cutter = new BatchCutter(nominalBytes);
    }

    /** A batch that was drawn for the control, and perhaps for keeping. Its bytes are let go once the control has seen it. */
    static final class Drawn {
        private final double uniform;
        private final double key;
        private final long index;
        private final int recordBytes;
        private volatile int controlBytes;
        private @org.jspecify.annotations.Nullable PackedBatch batch;

        private Drawn(double uniform, double key, long index, PackedBatch batch) {
            this.uniform = uniform;
            this.key = key;
            this.index = index;
            this.recordBytes = batch.recordBytes();
            this.batch = batch;
        }

        /** Place in the order of drawing. */
        double key() {
            return key;
        }
    }

    /** Work for the control compressor. */
    record ControlTask(Drawn drawn, PackedBatch batch) {}

    /** Adds a record; a batch that it closed and that was drawn goes to {@code tasks}. */
    void add(BatchRecord record, List<ControlTask> tasks) {
        if (cutter.isFullFor(record)) {
            close(tasks);
        }
        cutter.add(record);
    }

    /** Closes the last batch. */
    void finish(List<ControlTask> tasks) {
        if (cutter.records() > 0) {
            close(tasks);
        }
    }

    private void close(List<ControlTask> tasks) {
        uniform = (uniform + GOLDEN_RATIO) % 1;
        double key = uniform / cutter.filledBytes();
        long index = batches++;
        records += cutter.records();
        recordBytes += cutter.filledBytes();
        if (uniform >= controlBelow && key >= keepBelow) {
            cutter.drop();
            return;
        }
        PackedBatch batch = cutter.take().orElseThrow();
        Drawn drawn = new Drawn(uniform, key, index, batch);
        tasks.add(new ControlTask(drawn, batch));
        if (uniform < controlBelow) {
            controlledBatches.add(drawn);
            controlSubmittedBytes += batch.recordBytes();
            if (controlSubmittedBytes > CONTROL_LIMIT_BYTES || controlledBatches.size() > CONTROL_LIMIT_BATCHES) {
                controlBelow /= 2;
                controlledBatches.removeIf(other -> other.uniform >= controlBelow);
                controlSubmittedBytes = controlledBatches.stream()
                        .mapToLong(other -> other.recordBytes)
                        .sum();
            }
        }
        if (key < keepBelow) {
            keep(drawn);
        } else {
            drawn.batch = null;
        }
        while (kept.size() > 1 && (countedBytes > retainedLimitBytes || uncountedBytes() > MAX_UNCOUNTED_BYTES)) {
            evictLast();
        }
    }

    private void keep(Drawn drawn) {
        kept.add(drawn);
        countedBytes += Math.min(maxCountedBytes, drawn.recordBytes);
        if (drawn.recordBytes > maxCountedBytes) {
            oversized.add(drawn);
        }
    }

    private void evictLast() {
        Drawn evicted = kept.remove();
        keepBelow = evicted.key;
        countedBytes -= Math.min(maxCountedBytes, evicted.recordBytes);
        oversized.remove(evicted);
        evicted.batch = null;
    }

    /** Of all oversized ones but the largest. */
    private long uncountedBytes() {
        long sum = 0;
        long largest = 0;
        for (Drawn drawn : oversized) {
            sum += drawn.recordBytes - maxCountedBytes;
            largest = Math.max(largest, drawn.recordBytes - maxCountedBytes);
        }
        return sum - largest;
    }

    static void controlled(Drawn drawn, int controlBytes) {
        drawn.controlBytes = controlBytes;
    }

    /** The sample, once all control tasks are done. */
    BatchSample sample() {
        List<Drawn> order = new ArrayList<>(kept);
        order.sort(Comparator.comparingDouble(Drawn::key));
        List<PackedBatch> packed = new ArrayList<>();
        List<Integer> control = new ArrayList<>();
        for (Drawn drawn : order) {
            PackedBatch batch = drawn.batch;
            if (batch != null) {
                packed.add(batch);
                control.add(drawn.controlBytes);
            }
        }
        Drawn[] seen = controlledBatches.toArray(Drawn[]::new);
        Arrays.sort(seen, Comparator.comparingLong(drawn -> drawn.index));
        double seenControl = 0;
        double seenRecordBytes = 0;
        for (Drawn drawn : seen) {
            seenControl += drawn.controlBytes;
            seenRecordBytes += drawn.recordBytes;
        }
        boolean complete = seen.length == batches;
        double ratio = seenControl / seenRecordBytes;
        double total = complete ? seenControl : ratio * recordBytes;
        return new BatchSample(
                nominalBytes,
                packed,
                control,
                batches,
                records,
                recordBytes,
                seen.length,
                total,
                complete ? 0 : varianceOfTotal(seen, ratio),
                spanRatios(seen));
    }

    private double varianceOfTotal(Drawn[] seen, double ratio) {
        double squares = 0;
        for (Drawn drawn : seen) {
            double residual = drawn.controlBytes - ratio * drawn.recordBytes;
            squares += residual * residual;
        }
        double n = seen.length;
        double size = batches;
        return size * size * (1 - n / size) / n * squares / Math.max(1, n - 1);
    }

    private static List<Double> spanRatios(Drawn[] seen) {
        int spans = Math.min(SPANS, seen.length / MIN_BATCHES_PER_SPAN);
        List<Double> ratios = new ArrayList<>();
        for (int span = 0; span < spans; span++) {
            double before = 0;
            double after = 0;
            for (int i = (int) ((long) seen.length * span / spans); i < (long) seen.length * (span + 1) / spans; i++) {
                before += seen[i].recordBytes;
                after += seen[i].controlBytes;
            }
            ratios.add(before / after);
        }
        return ratios;
    }
}
