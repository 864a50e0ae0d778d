package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.GuessedRatio;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
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
    private final DepthGain.Closing closing;

    /**
     * One batch.
     *
     * @param rawBytes of its records, framing included
     * @param storedBytes compressed, with its header
     * @param parts the same records as two batches, and as four
     * @param changes what each change does to it
     */
    record Batch(int records, long rawBytes, int storedBytes, List<Parts> parts, List<Change> changes) {}

    /**
     * What a change does to a batch.
     *
     * @param saved stored bytes
     * @param rawSaved uncompressed bytes
     * @param halvesCost what it costs to halve the changed batch; absent where it was not compressed in two
     */
    record Change(double saved, double rawSaved, OptionalDouble halvesCost) {}

    /**
     * The records of a batch in several smaller ones.
     *
     * @param batches that they make
     * @param storedBytes of all of these
     */
    record Parts(int batches, int storedBytes) {}

    /** Whose batches keep their records. */
    BatchSizes(int batches, int edits) {
        this(batches, edits, DepthGain.Closing.NEVER);
    }

    /** Of batches that deeper ones take the place of. */
    BatchSizes(int batches, int edits, DepthGain.Closing closing) {
        this.batches = new Batch[batches];
        this.edits = edits;
        this.closing = closing;
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

    /** Stored bytes a record that a change saves in the same batches; negative where it costs more. */
    ConfidenceInterval savedInTheSameBatches(int edit) {
        return perRecord(batch -> batch.changes.get(edit).saved);
    }

    /** Stored bytes a record that a change saves, with what deeper batches save; negative where it costs more. */
    ConfidenceInterval saved(int edit) {
        double weight = depthGain().weight(left(edit));
        if (weight == 0) {
            return savedInTheSameBatches(edit);
        }
        double storedLeft = 1 - sum(batch -> batch.changes.get(edit).saved) / Math.max(1, sum(Batch::storedBytes));
        ToDoubleFunction<Batch> deeper = batch ->
                weight * batch.changes.get(edit).halvesCost.orElse(Math.max(0, storedLeft) * halvesCost(batch));
        ConfidenceInterval saved = perRecord(batch -> batch.changes.get(edit).saved + deeper.applyAsDouble(batch));
        double uncertain = DepthGain.UNCERTAINTY * Math.abs(sum(deeper)) / sum(Batch::records);
        return ConfidenceInterval.around(
                saved.estimate(), Math.hypot(saved.high() - saved.estimate(), uncertain), saved.n());
    }

    /** Of the bytes that count against {@code batch.size}. */
    private double left(int edit) {
        double raw = 1 - rawSaved(edit) / rawBytesPerRecord();
        if (!closing.byGuess()) {
            return raw;
        }
        GuessedRatio before = new GuessedRatio(batches.length);
        GuessedRatio after = new GuessedRatio(batches.length);
        for (Batch batch : batches) {
            if (batch != null) {
                Change change = batch.changes.get(edit);
                double stored = batch.storedBytes - RecordFormatV2.BATCH_HEADER_BYTES;
                before.add(stored, batch.rawBytes);
                after.add(stored - change.saved, batch.rawBytes - change.rawSaved);
            }
        }
        return raw * after.mean() / before.mean();
    }

    private static double halvesCost(Batch batch) {
        return batch.parts.get(0).storedBytes - batch.storedBytes;
    }

    private DepthGain depthGain() {
        double records = Math.max(1, sum(Batch::records));
        return closing.elasticity() == 0
                ? DepthGain.NONE
                : new DepthGain(
                        closing.elasticity(),
                        new DepthGain.At(recordsPerBatch(), sum(Batch::storedBytes) / records),
                        new DepthGain.At(
                                records / sum(batch -> batch.parts.get(0).batches),
                                sum(batch -> batch.parts.get(0).storedBytes) / records),
                        new DepthGain.At(
                                records / sum(batch -> batch.parts.get(1).batches),
                                sum(batch -> batch.parts.get(1).storedBytes) / records));
    }

    /** The same uncompressed. */
    double rawSaved(int edit) {
        return sum(batch -> batch.changes.get(edit).rawSaved) / sum(Batch::records);
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
