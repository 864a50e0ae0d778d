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

/** Sizes of batches, and what each change saves in them. Filled by several threads, read when they are done. */
final class BatchSizes {
    /**
     * Neighbouring batches are similar, so intervals are computed over stretches of batches. If records are sent
     * several times, the stretches are the same each time.
     */
    private static final int STRETCHES = 32;

    /** The batches represent continuing traffic, so the population is unlimited. */
    private static final long WITHOUT_END = Long.MAX_VALUE;

    /** In standard errors, which are from four rounds or more. */
    private static final double CERTAIN = 2;

    /** Share of the stored bytes below which a difference is ignored. */
    private static final double FORMED_DIFFERS_FROM = 0.005;

    /** If records are sent this many times, a smaller difference is not chance either. */
    private static final int MANY_TURNS = 64;

    private final @Nullable Batch[] batches;
    private final BatchClosing closing;
    private final int turns;
    private final Map<Integer, OfAllRecords> ofAllRecords = new ConcurrentHashMap<>();

    /**
     * One batch.
     *
     * @param rawBytes uncompressed bytes of its records, including framing
     * @param storedBytes compressed, including its header
     * @param parts the same records as two batches, and as four
     * @param changes the effect of each change on it
     */
    record Batch(int records, long rawBytes, int storedBytes, List<Parts> parts, List<Change> changes) {
        /** Whether the changed batches were also compressed in halves. */
        boolean isHalved() {
            return changes.stream().allMatch(change -> change.halvesCost.isPresent());
        }
    }

    /**
     * The effect of a change on a batch.
     *
     * @param saved stored bytes
     * @param rawSaved uncompressed bytes
     * @param halvesCost stored bytes that it costs to split the changed batch in two; absent if that was not tried
     */
    record Change(double saved, double rawSaved, OptionalDouble halvesCost) {}

    /**
     * The records of a batch split into several smaller ones.
     *
     * @param batches number of these
     * @param storedBytes of all of them
     */
    record Parts(int batches, int storedBytes) {}

    /** For batches that keep their records. */
    BatchSizes(int batches) {
        this(batches, BatchClosing.NEVER, 1);
    }

    /**
     * For batches that become deeper with changes.
     *
     * @param turns how many times the batches contain all records
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

    /** Stored bytes per record, including its share of the batch header. */
    ConfidenceInterval stored() {
        return perRecord(Batch::storedBytes);
    }

    /**
     * The effect of a change on all records, in measured batches or not.
     *
     * @param rawSavedPerRecord uncompressed bytes saved; absent if not all records are available
     * @param doublings of the records per batch
     * @param formed saving in the batches that form with the change; empty if that was not measured
     */
    record OfAllRecords(
            OptionalDouble rawSavedPerRecord,
            SimulatedDoublings.Estimate doublings,
            Optional<FormedAgain.Saved> formed) {}

    /** Adds the effect of a change on all records. */
    void put(int edit, OfAllRecords known) {
        ofAllRecords.put(edit, known);
    }

    /** Stored bytes per record that a change saves in the same batches; negative if it costs more. */
    ConfidenceInterval savedInTheSameBatches(int edit) {
        return perRecord(batch -> batch.changes.get(edit).saved).plus(savedElsewhere(edit));
    }

    /**
     * How much more a change saves per record over all batches than over the measured ones. Extrapolates from the
     * uncompressed bytes saved in both (the regression estimator; Cochran 1977, section 7.3). The slope is limited to 0
     * to 1 stored bytes per uncompressed byte; it is 0 if records do not differ, since it would be arbitrary then. The
     * interval stays that of the measured batches.
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
     * Stored bytes per record that a change saves, including the effect of deeper batches; negative if it costs more.
     * If the saving in the batches that form with the change differs from this, that saving counts.
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

    /** False if the difference may be chance in which records share a batch, which few turns do not average out. */
    private boolean isOther(FormedAgain.Saved formed, double saved) {
        double difference = Math.abs(formed.bytes() - saved);
        double byChance = formed.turns() < MANY_TURNS ? FORMED_DIFFERS_FROM * stored().estimate() : 0;
        return difference > Math.max(byChance, CERTAIN * formed.standardError());
    }

    /**
     * A difference counts only to the extent that it exceeds chance (the positive part of James and Stein's estimator,
     * 1961). The uncertainty from the choice of records is as large for the difference, relatively, as for the saving
     * in today's batches.
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

    /** Assumes that deeper batches save as much as they do for the mean batch. */
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

    /** Doublings of the records per batch; as simulated with the changed records if that was done. */
    private SimulatedDoublings.Estimate doublings(int edit) {
        OfAllRecords known = ofAllRecords.get(edit);
        return known != null ? known.doublings : expected(edit).estimate();
    }

    /** The expected doublings without simulating the change. */
    SimulatedDoublings.Expected expected(int edit) {
        return closing.expected(1 - rawSaved(edit) / rawBytesPerRecord(), guess(edit));
    }

    /** The ratio that a producer estimates after sending these batches in turn, unchanged and changed. */
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

    /** The cost of splitting changed batches in two, over the cost of splitting unchanged ones. */
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

    /** Uncompressed bytes per record that a change saves; over all records if that is known. */
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
