package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.workload.MeasuredTopic;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Which batch sizes and settings {@code advise} measures, and for how long. */
public final class AdviceMeasurement {
    /** Uncompressed bytes of the batches to sample: single records, and the sizes of {@code measure}. */
    public static final List<Integer> BATCH_BYTES = List.of(1, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20);

    /** A slower codec costs more in cores than any ratio can save. */
    private static final double FLOOR_MEBIBYTES_PER_SECOND = 4;

    /**
     * How much slower than others a setting may decompress and still replace them: the sum over producer, broker and
     * consumers counts, and compression is the most expensive part of it.
     */
    private static final double DECOMPRESSION_TOLERANCE = 3;

    /** Share of the bytes below which a saving is ignored: the tolerance of the cost objective for simpler settings. */
    private static final double NEGLIGIBLE_SAVING = 0.01;

    /** A third of this is for trying each setting; up to two fifths of that third may be warm-up. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

    private static final double MIN_BUDGET_SECONDS = 3;
    private static final double BUDGET_SECONDS_FOR_FULL_SAMPLE = 8;

    private AdviceMeasurement() {}

    /**
     * Checks that there are enough records: with fewer, the same records would be in every batch, and the result would
     * not apply to others.
     *
     * @throws SourceException if there are fewer than {@link MeasuredTopic#MIN_RECORDS}
     */
    public static Sample requireEnough(String notation, Sample sample) {
        long records = sample.read().records();
        if (!MeasuredTopic.isEnough(sample)) {
            throw new SourceException(String.format(
                    Locale.ROOT,
                    "%s has %,d record%s, too few to measure how their batches compress: give at least %d, preferably several thousand",
                    notation,
                    records,
                    records == 1 ? "" : "s",
                    MeasuredTopic.MIN_RECORDS));
        }
        return sample;
    }

    /** Leaves out single-record batches if records have 1 KiB or more: then batches of 1 KiB are single records too. */
    public static Sample withoutRedundantSizes(Sample sample) {
        boolean redundant = sample.sizes().size() > 1
                && sample.sizes().get(0).populationBatches()
                        == sample.sizes().get(1).populationBatches();
        return redundant ? sample.withoutSmallestSize() : sample;
    }

    /** The default time for the sweep, by sample size. */
    public static Duration budget(Sample sample) {
        double share = Math.min(1, sample.read().payloadBytes() / (64.0 * ByteCount.MIB));
        return Duration.ofMillis((long) (1000 * (MIN_BUDGET_SECONDS + BUDGET_SECONDS_FOR_FULL_SAMPLE * share)));
    }

    /**
     * The sweep for a provisional verdict: a few batches, compressed only with settings that the final sweep is sure to
     * measure.
     */
    public static MeasurementPlan firstLook(CodecGrid grid, Collection<Codec> today, int cores, long seed) {
        Set<Codec> known = MeasurementPlan.wellKnown();
        return plan(grid.chosen() ? grid : grid.where(known::contains), today, FIRST_LOOK, cores, seed);
    }

    /**
     * The sweep for a recommendation.
     *
     * @param grid the settings to consider; if the user chose them, all of them are measured
     * @param today codecs of today's batches, which are always measured
     * @param cores of this machine, all of which are used
     */
    public static MeasurementPlan plan(CodecGrid grid, Collection<Codec> today, Duration budget, int cores, long seed) {
        Set<Codec> kept = new TreeSet<>(MeasurementPlan.wellKnown());
        kept.addAll(today);
        if (grid.chosen()) {
            kept.addAll(grid.codecs());
        }
        CodecGrid measured = grid;
        for (Codec codec : today) {
            measured = measured.including(codec);
        }
        return new MeasurementPlan(
                measured,
                kept,
                budget,
                FLOOR_MEBIBYTES_PER_SECOND,
                false,
                false,
                MeasurementPlan.DEFAULT_RATIO_TARGET,
                DECOMPRESSION_TOLERANCE,
                NEGLIGIBLE_SAVING,
                cores,
                seed);
    }
}
