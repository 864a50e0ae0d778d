package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.source.BatchSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Measures a codec on batches that a producer formed, rather than batches cut from a source: their sizes, and the cost
 * of compressing and decompressing some of them. Every batch is read back and compared.
 */
public final class FormedBatches {
    /** Uncompressed bytes of the batches kept for measuring speeds. */
    private static final long KEPT_BYTES = 1 << 20;

    private static final int MIN_KEPT = 4;

    private final int[] storedBytes;
    private final RatioCell kept;

    private FormedBatches(int[] storedBytes, RatioCell kept) {
        this.storedBytes = storedBytes;
        this.kept = kept;
    }

    /**
     * Compresses batches until all are done or the time is over, but at least three.
     *
     * @param batches in an order in which each prefix is representative, such as a random one; none empty
     */
    public static FormedBatches compress(
            Codec codec, List<List<BatchRecord>> batches, Duration budget, SweepListener listener) {
        long deadline = System.nanoTime() + budget.toNanos();
        List<Integer> sizes = new ArrayList<>();
        List<PackedBatch> kept = new ArrayList<>();
        long keptBytes = 0;
        try (BatchWorker worker = new BatchWorker()) {
            for (List<BatchRecord> batch : batches) {
                if (listener.stopRequested() || (sizes.size() >= 3 && System.nanoTime() > deadline)) {
                    break;
                }
                PackedBatch packed = packed(batch);
                sizes.add(worker.compressAndVerify(codec, packed.recordBytes(), List.of(packed))
                        .batchBytes()[0]);
                if (kept.size() < MIN_KEPT || keptBytes < KEPT_BYTES) {
                    kept.add(packed);
                    keptBytes += packed.recordBytes();
                }
            }
            RatioCell cell = new RatioCell(codec, BatchSample.of(kept));
            cell.measureUpTo(kept.size(), worker);
            return new FormedBatches(sizes.stream().mapToInt(Integer::intValue).toArray(), cell);
        }
    }

    /** Sizes of the batches that were compressed in time, headers included, in their order. */
    public int[] storedBytes() {
        return storedBytes.clone();
    }

    /**
     * Measures the speeds of all, in rounds that visit each once.
     *
     * @return the costs of each; empty if there was no time for two rounds
     */
    public static List<Optional<PathFigures>> speeds(
            List<FormedBatches> all, Duration budget, long seed, SweepListener listener) {
        Set<Codec> codecs = new TreeSet<>();
        all.forEach(each -> codecs.add(each.kept.codec()));
        MeasurementPlan plan = new MeasurementPlan(
                new CodecGrid(List.copyOf(codecs), true), codecs, budget, 0, false, false, 1, 1, 0, 1, seed);
        List<RatioCell> cells = all.stream().map(each -> each.kept).toList();
        try (SpeedStage stage = new SpeedStage(cells, plan, listener)) {
            stage.run(new Deadline(budget, 1, listener), () -> {}, () -> false);
            return cells.stream()
                    .map(cell -> stage.cells().stream()
                            .filter(measured -> measured.ratio() == cell)
                            .findFirst()
                            .flatMap(SpeedCell::kafka))
                    .toList();
        }
    }

    private static PackedBatch packed(List<BatchRecord> batch) {
        BatchCutter cutter = new BatchCutter(Integer.MAX_VALUE);
        batch.forEach(cutter::add);
        return cutter.take().orElseThrow();
    }
}
