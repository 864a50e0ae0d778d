package dev.squeeze.feature.explain;

import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.GuessedRatio;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import dev.squeeze.kit.stats.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Sizes of batches, and what each change saved of them. Filled by several threads, read when they are done. */
final class BatchSizes {
    /** Neighbouring batches are alike, so stretches of them are what is counted for the intervals; in all turns the same. */
    private static final int STRETCHES = 32;

    /** More than were measured: they stand for traffic that goes on. */
    private static final long WITHOUT_END = Long.MAX_VALUE;

    /** Standard errors, of four rounds or more. */
    private static final double CERTAIN = 2;

    /** Of the stored bytes. */
    private static final double FORMED_DIFFERS_FROM = 0.005;

    /** Of records that are sent so many times, even less is no chance. */
    private static final int MANY_TURNS = 64;

    private final @Nullable Batch[] batches;
    private final BatchClosing closing;
    private final int turns;
    private final Map<Integer, OfAllRecords> ofAllRecords = new ConcurrentHashMap<>();

    /**
     * One batch.
     *
     * @param rawBytes of its records, framing included
     * @param storedBytes compressed, with its header
     * @param parts the same records as two batches, and as four
     * @param changes what each change does to it
     */
    record Batch(int records, long rawBytes, int storedBytes, List<Parts> parts, List<Change> changes) {
        /** Whether the changed batches were compressed in two as well. */
        boolean isHalved() {
            return changes.stream().allMatch(change -> change.halvesCost.isPresent());
        }
    }

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
    BatchSizes(int batches) {
        this(batches, BatchClosing.NEVER, 1);
    }

    /**
     * Of batches that deeper ones take the place of.
     *
     * @param turns so many times all records are in the batches
     */
    BatchSizes(int batches, BatchClosing closing, int turns) {
        this.batches = new Batch[batches];
        this.closing = closing;
        this.turns = turns;
    }

    void put(int place, Batch batch) {
        synchronized (batches) {
            batches[place] = batch;
        }
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

    /** Stored bytes per record, its share of the batch header included. */
    ConfidenceInterval stored() {
        return perRecord(Batch::storedBytes);
    }

    /**
     * What all records say of a change, of those in measured batches and of the others.
     *
     * @param rawSavedPerRecord uncompressed bytes that it saves; absent where some records are not known
     * @param doublings of the records per batch
     * @param formed what it saves in the batches that form with it; empty where that was not asked
     */
    record OfAllRecords(
            OptionalDouble rawSavedPerRecord,
            SimulatedDoublings.Estimate doublings,
            Optional<FormedAgain.Saved> formed) {}

    /** A change of which all records are known. */
    void put(int edit, OfAllRecords known) {
        ofAllRecords.put(edit, known);
    }

    /** Stored bytes per record that a change saves in the same batches; negative where it costs more. */
    ConfidenceInterval savedInTheSameBatches(int edit) {
        return perRecord(batch -> batch.changes.get(edit).saved).plus(savedElsewhere(edit));
    }

    /**
     * What more a change saves of a record of all batches than of the measured ones, by the uncompressed bytes that it saves of both
     * (the regression estimator; Cochran 1977, section 7.3). A byte of a record is a stored byte at most, and none at least; where
     * records hardly differ the slope would be chance. The interval stays that of the measured batches.
     */
    private double savedElsewhere(int edit) {
        OptionalDouble rawOfAll = rawOfAll(edit);
        if (rawOfAll.isEmpty()) {
            return 0;
        }
        double records = sum(Batch::records);
        double raw = sum(batch -> batch.changes.get(edit).rawSaved) / records;
        double saved = sum(batch -> batch.changes.get(edit).saved) / records;
        ToDoubleFunction<Batch> moreRaw = batch -> batch.changes.get(edit).rawSaved - raw * batch.records;
        double squares = sum(batch -> Math.pow(moreRaw.applyAsDouble(batch), 2));
        double products =
                sum(batch -> moreRaw.applyAsDouble(batch) * (batch.changes.get(edit).saved - saved * batch.records));
        return squares == 0 ? 0 : Math.max(0, Math.min(1, products / squares)) * (rawOfAll.getAsDouble() - raw);
    }

    private OptionalDouble rawOfAll(int edit) {
        OfAllRecords known = ofAllRecords.get(edit);
        return known == null ? OptionalDouble.empty() : known.rawSavedPerRecord;
    }

    /**
     * Stored bytes per record that a change saves, with what deeper batches save; negative where it costs more. Where that is not what it
     * saves in the batches that form with it, the latter counts.
     */
    ConfidenceInterval saved(int edit) {
        ConfidenceInterval saved = savedByDepth(edit);
        OfAllRecords known = ofAllRecords.get(edit);
        return known == null
                ? saved
                : known.formed
                        .map(formed -> formed.of(stored().estimate()))
                        .filter(formed -> isOther(formed, saved.estimate()))
                        .map(formed -> in(formed, saved))
                        .orElse(saved);
    }

    /** Not where the difference may be chance in which records share a batch, which few turns know too little of. */
    private boolean isOther(FormedAgain.Saved formed, double saved) {
        double difference = Math.abs(formed.bytes() - saved);
        double byChance = formed.turns() < MANY_TURNS ? FORMED_DIFFERS_FROM * stored().estimate() : 0;
        return difference > Math.max(byChance, CERTAIN * formed.standardError());
    }

    /**
     * A difference counts as far as it is more than chance makes it (the positive part of James and Stein's estimator, 1961). Which
     * records there happen to be is not known better of the difference than of what they save in the batches of today.
     */
    private static ConfidenceInterval in(FormedAgain.Saved formed, ConfidenceInterval saved) {
        double difference = formed.bytes() - saved.estimate();
        double byChance = formed.standardError() / difference;
        double estimate = saved.estimate() + (1 - byChance * byChance) * difference;
        double halfWidth = saved.high() - saved.estimate();
        double relative = Math.min(1, halfWidth / Math.max(1e-9, Math.abs(saved.estimate())));
        return ConfidenceInterval.around(
                estimate,
                Math.hypot(
                        halfWidth + relative * Math.abs(estimate - saved.estimate()),
                        StudentT.NORMAL_95 * formed.standardError()),
                saved.n());
    }

    /** What deeper batches save is that of the mean batch here. */
    private ConfidenceInterval savedByDepth(int edit) {
        SimulatedDoublings.Estimate doublings = doublings(edit);
        if (doublings.doublings() == 0 && doublings.standardError() == 0) {
            return savedInTheSameBatches(edit);
        }
        DepthGain gain = depthGain();
        double left = halvesCostLeft(edit);
        double weight = gain.weight(doublings.doublings()) * left;
        ToDoubleFunction<Batch> deeper = batch -> weight * halvesCost(batch);
        ConfidenceInterval saved = perRecord(batch -> batch.changes.get(edit).saved + deeper.applyAsDouble(batch));
        double halvesCost = sum(BatchSizes::halvesCost) / sum(Batch::records);
        double byChance = StudentT.NORMAL_95
                * Math.abs(gain.weight(doublings.doublings() + doublings.standardError())
                        - gain.weight(doublings.doublings() - doublings.standardError()))
                / 2
                * left
                * halvesCost;
        double uncertain = Math.hypot(DepthGain.UNCERTAINTY * Math.abs(weight * halvesCost), byChance);
        return ConfidenceInterval.around(
                        saved.estimate(), Math.hypot(saved.high() - saved.estimate(), uncertain), saved.n())
                .plus(savedElsewhere(edit));
    }

    /** Of the records per batch, as simulated with the changed records where that was done. */
    private SimulatedDoublings.Estimate doublings(int edit) {
        OfAllRecords known = ofAllRecords.get(edit);
        return known != null ? known.doublings : expected(edit).estimate();
    }

    /** The same without a simulation of it. */
    SimulatedDoublings.Expected expected(int edit) {
        return closing.expected(1 - rawSaved(edit) / rawBytesPerRecord(), guess(edit));
    }

    /** Of batches as they are and with a change, one after the other. */
    BatchClosing.Guess guess(int edit) {
        if (!closing.isByGuess()) {
            return BatchClosing.Guess.NONE;
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
        return new BatchClosing.Guess(before.mean(), after.mean());
    }

    /** What it costs to halve changed batches, over what it costs to halve them as they are. */
    private double halvesCostLeft(int edit) {
        ToDoubleFunction<Batch> asTheyAre =
                batch -> batch.changes.get(edit).halvesCost.isPresent() ? halvesCost(batch) : 0;
        double cost = sum(asTheyAre);
        double left = cost > 0
                ? sum(batch -> batch.changes.get(edit).halvesCost.orElse(0)) / cost
                : 1 - sum(batch -> batch.changes.get(edit).saved) / Math.max(1, sum(Batch::storedBytes));
        return Math.max(0, left);
    }

    private static double halvesCost(Batch batch) {
        return batch.parts.get(0).storedBytes - batch.storedBytes;
    }

    private DepthGain depthGain() {
        double records = Math.max(1, sum(Batch::records));
        return new DepthGain(
                new DepthGain.At(recordsPerBatch(), sum(Batch::storedBytes) / records),
                new DepthGain.At(
                        records / sum(batch -> batch.parts.get(0).batches),
                        sum(batch -> batch.parts.get(0).storedBytes) / records),
                new DepthGain.At(
                        records / sum(batch -> batch.parts.get(1).batches),
                        sum(batch -> batch.parts.get(1).storedBytes) / records));
    }

    /** Uncompressed bytes per record that a change saves; of all records where that is known. */
    double rawSaved(int edit) {
        return rawOfAll(edit).orElseGet(() -> sum(batch -> batch.changes.get(edit).rawSaved) / sum(Batch::records));
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
                .orElseThrow(() ->
                        new FailedException("too few batches were compressed for an interval: give more --budget"));
    }

    private Optional<ConfidenceInterval> estimate(ToDoubleFunction<Batch> value) {
        double[] above = new double[STRETCHES];
        double[] below = new double[STRETCHES];
        for (int i = 0; i < batches.length; i++) {
            Batch batch = batches[i];
            if (batch != null) {
                int stretch = (int) ((long) i * turns * STRETCHES / batches.length % STRETCHES);
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
