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
 * Divides a stream into batches of one size and draws a sample of these, in one pass over a stream of unknown length.
 * Each batch gets a number that is uniform over 0 to 1. Those with the lowest numbers per uncompressed byte are kept,
 * up to a limit of counted bytes: a sample in which a batch's probability is proportional to its bytes (priority
 * sampling). Batches whose number is below a threshold, which decreases as the source grows, are passed to the control
 * compressor.
 *
 * <p>The numbers are the fractional parts of multiples of the golden ratio, with a random start: for any threshold, the
 * batches below it are evenly spread over the stream (the three-gap theorem). Streams change over time, so a sample
 * with independent numbers would have too much of one part and too little of another. Variances estimated as if the
 * draws were independent are therefore upper bounds.
 *
 * <p>Batches are created on the reading thread; {@link #controlled} may be called from any thread.
 */
final class SizeSampler {
    /** If the control exceeds this many bytes or batches, the share of batches that it compresses is halved. */
    private static final long CONTROL_LIMIT_BYTES = 256L << 20;

    private static final int CONTROL_LIMIT_BATCHES = 1 << 18;

    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private static final int SPANS = 20;
    private static final int MIN_BATCHES_PER_SPAN = 4;

    /**
     * A record larger than the batch size counts as at most one part in this many of the limit, so that the largest
     * one, whose probability is 1, does not displace all others.
     */
    private static final int MIN_IN_LIMIT = 16;

    /**
     * Maximum uncounted bytes of such records, without those of the largest, which bounds memory if there are many of
     * them.
     */
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

    /**
     * A batch that was drawn for the control, for the sample, or both. Unless it is kept for the sample, its bytes are
     * released.
     */
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

        /** Sort key for the order of drawing. */
        double key() {
            return key;
        }
    }

    /** Work for the control compressor. */
    record ControlTask(Drawn drawn, PackedBatch batch) {}

    /** Adds a record. If this closes a batch that was drawn, adds it to {@code tasks}. */
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

    /** Uncounted bytes of all oversized batches except the largest. */
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
