package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Sizes of batches, and what each change saved of them. Filled by several threads, read when they are done. */
final class BatchSizes {
    /** Neighbouring batches are alike, so stretches of them are what is counted for the intervals. */
    private static final int STRETCHES = 32;

    /** More than were measured: they stand for traffic that goes on. */
    private static final long WITHOUT_END = Long.MAX_VALUE;

    private final @Nullable Batch[] batches;
    private final int edits;

    /**
     * One batch.
     *
     * @param rawBytes of its records, framing included
     * @param storedBytes compressed, with its header
     * @param saved stored bytes that each change saves
     * @param rawSaved the same uncompressed
     */
    record Batch(int records, long rawBytes, int storedBytes, double[] saved, double[] rawSaved) {}

    BatchSizes(int batches, int edits) {
        this.batches = new Batch[batches];
        this.edits = edits;
    }

    void put(int place, Batch batch) {
        synchronized (batches) {
            batches[place] = batch;
        }
    }

    int edits() {
        return edits;
    }

    long measured() {
        return Arrays.stream(batches).filter(Objects::nonNull).count();
    }

    double recordsPerBatch() {
        return sum(Batch::records) / Math.max(1, measured());
    }

    double rawBytesPerRecord() {
        return sum(Batch::rawBytes) / sum(Batch::records);
    }

    /** Stored bytes a record, its share of the batch header included. */
    ConfidenceInterval stored() {
        return perRecord(Batch::storedBytes);
    }

    /** Stored bytes a record that a change saves; negative where it costs more. */
    ConfidenceInterval saved(int edit) {
        return perRecord(batch -> batch.saved[edit]);
    }

    /** The same uncompressed. */
    double rawSaved(int edit) {
        return sum(batch -> batch.rawSaved[edit]) / sum(Batch::records);
    }

    /** Whether enough batches were compressed for an interval. */
    boolean haveIntervals() {
        return measured() > 0 && estimate(Batch::storedBytes).isPresent();
    }

    private double sum(ToDoubleFunction<Batch> value) {
        return Arrays.stream(batches)
                .filter(Objects::nonNull)
                .mapToDouble(value)
                .sum();
    }

    private ConfidenceInterval perRecord(ToDoubleFunction<Batch> value) {
        return estimate(value)
                .orElseThrow(() -> new IllegalStateException(
                        "too few batches were compressed for an interval: give more --budget"));
    }

    private Optional<ConfidenceInterval> estimate(ToDoubleFunction<Batch> value) {
        double[] above = new double[STRETCHES];
        double[] below = new double[STRETCHES];
        for (int i = 0; i < batches.length; i++) {
            Batch batch = batches[i];
            if (batch != null) {
                int stretch = (int) ((long) i * STRETCHES / batches.length);
                above[stretch] += value.applyAsDouble(batch);
                below[stretch] += batch.records;
            }
        }
        int used = 0;
        for (int i = 0; i < STRETCHES; i++) {
            if (below[i] > 0) {
                above[used] = above[i];
                below[used++] = below[i];
            }
        }
        return RatioOfTotals.estimate(Arrays.copyOf(above, used), Arrays.copyOf(below, used), WITHOUT_END);
    }
}
