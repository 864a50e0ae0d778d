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

/** Which batch sizes and settings are measured before a recommendation, and for how long. */
public final class AdviceMeasurement {
    /** Uncompressed bytes of the batches to sample: every record alone, and the sizes of {@code measure}. */
    public static final List<Integer> BATCH_BYTES = List.of(1, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20);

    /** Slower than this costs more cores than any ratio pays for. */
    private static final double FLOOR_MEBIBYTES_PER_SECOND = 4;

    /** The sum over producer, broker and consumers counts, and compression is the most expensive part of it. */
    private static final double DECOMPRESSION_TOLERANCE = 3;

    /** As much as the cost objective tolerates for a simpler setting. */
    private static final double NEGLIGIBLE_SAVING = 0.01;

    /** A third of it is for trying each setting, of which two fifths may go into warming up. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

    private static final double MIN_BUDGET_SECONDS = 3;
    private static final double BUDGET_SECONDS_FOR_FULL_SAMPLE = 8;

    private AdviceMeasurement() {}

    /**
     * Of fewer records, batches are made of the same ones over and over, and nothing can be said of others.
     *
     * @throws SourceException where there are too few
     */
    public static Sample requireEnough(String notation, Sample sample) {
        long records = sample.read().records();
        if (!MeasuredTopic.isEnough(sample)) {
            throw new SourceException(String.format(
                    Locale.ROOT,
                    "%s holds %,d record%s, too few to say how batches of them compress: give at least %d, better some thousands",
                    notation,
                    records,
                    records == 1 ? "" : "s",
                    MeasuredTopic.MIN_RECORDS));
        }
        return sample;
    }

    /** Records of a KiB and more travel alone in batches of one KiB anyway. */
    public static Sample withoutRedundantSizes(Sample sample) {
        boolean redundant = sample.sizes().size() > 1
                && sample.sizes().get(0).populationBatches()
                        == sample.sizes().get(1).populationBatches();
        return redundant ? sample.withoutSmallestSize() : sample;
    }

    /** Time for the sweep where the user gives none. */
    public static Duration budget(Sample sample) {
        double share = Math.min(1, sample.read().payloadBytes() / (64.0 * ByteCount.MIB));
        return Duration.ofMillis((long) (1000 * (MIN_BUDGET_SECONDS + BUDGET_SECONDS_FOR_FULL_SAMPLE * share)));
    }

    /** The sweep that a provisional verdict rests on: a few batches under the settings that the recommendation's measures in any case. */
    public static MeasurementPlan firstLook(CodecGrid grid, Collection<Codec> today, int cores, long seed) {
        Set<Codec> known = MeasurementPlan.wellKnown();
        return plan(grid.chosen() ? grid : grid.where(known::contains), today, FIRST_LOOK, cores, seed);
    }

    /**
     * The sweep that a recommendation rests on.
     *
     * @param grid the settings to consider; where they are chosen ones, all of them are measured
     * @param today codecs of today's batches, which are measured in any case
     * @param cores of this machine, all of which take part
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
