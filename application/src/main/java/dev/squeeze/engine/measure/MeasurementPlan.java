package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a sweep measures, and how much time it may take.
 *
 * @param grid the settings to look at
 * @param kept settings that are measured in any case
 * @param budget wall time for the sweep, the sampling before it not counted
 * @param floorMebibytesPerSecond two levels in a row that compress slower than this end the climb of their codec
 * @param bareLibrary also time the bare library, without Kafka's streams
 * @param exhaustive measure every setting on every batch of the sample, whatever it takes
 * @param ratioTarget half width of the ratio's interval to aim at, as a fraction of the ratio
 * @param decompressionTolerance a setting that is better in ratio and compression still dominates where its
 *     decompression takes up to this many times the CPU
 * @param negligibleSaving a setting that saves less than this share of the bytes of a cheaper one is left out
 * @param workers threads for the ratios; speeds are always taken on one
 * @param seed of the order of the rounds
 */
public record MeasurementPlan(
        CodecGrid grid,
        Set<Codec> kept,
        Duration budget,
        double floorMebibytesPerSecond,
        boolean bareLibrary,
        boolean exhaustive,
        double ratioTarget,
        double decompressionTolerance,
        double negligibleSaving,
        int workers,
        long seed) {
    /** Slower than this no producer is run; the figure is the one that published sweeps stop at. */
    public static final double DEFAULT_FLOOR_MEBIBYTES_PER_SECOND = 2;

    /** Below the promised 2 %, so that an interval that comes out a little wider still keeps the promise. */
    public static final double DEFAULT_RATIO_TARGET = 0.015;

    private static final double DEFAULT_DECOMPRESSION_TOLERANCE = 1.25;
    private static final double DEFAULT_NEGLIGIBLE_SAVING = 0.005;

    public MeasurementPlan {
        kept = Set.copyOf(kept);
        if (budget.isZero() || budget.isNegative()) {
            throw new IllegalArgumentException("a sweep needs time: the budget is " + budget);
        }
        if (!(floorMebibytesPerSecond >= 0) || !(ratioTarget > 0) || workers < 1) {
            throw new IllegalArgumentException("not a plan: floor, target and workers must be positive");
        }
    }

    /** What {@code squeeze measure} does where no option says otherwise. */
    public static MeasurementPlan standard(
            CodecGrid grid, Duration budget, boolean exhaustive, int workers, long seed) {
        return new MeasurementPlan(
                grid,
                wellKnown(),
                budget,
                DEFAULT_FLOOR_MEBIBYTES_PER_SECOND,
                true,
                exhaustive,
                DEFAULT_RATIO_TARGET,
                DEFAULT_DECOMPRESSION_TOLERANCE,
                DEFAULT_NEGLIGIBLE_SAVING,
                workers,
                seed);
    }

    /** Kafka's defaults and the cheapest zstd level: what people compare with, so they are in every table. */
    public static Set<Codec> wellKnown() {
        Set<Codec> codecs =
                Arrays.stream(CodecType.values()).map(Codec::ofDefaultLevel).collect(Collectors.toSet());
        codecs.add(new Codec(CodecType.ZSTD, 1));
        return codecs;
    }

    /** Settings that are left out only when the user asked for certain others or for all. */
    boolean mayDrop() {
        return !exhaustive && !grid.chosen();
    }
}
