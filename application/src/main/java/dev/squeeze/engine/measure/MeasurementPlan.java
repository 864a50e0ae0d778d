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
 * @param grid the settings to measure
 * @param kept settings that are measured in any case
 * @param budget elapsed time for the sweep, not counting the sampling before it
 * @param floorMebibytesPerSecond higher levels of a codec are not tried after two successive levels that compress more
 *     slowly than this
 * @param bareLibrary also time the bare library, without Kafka's streams
 * @param exhaustive measure every setting on every batch of the sample, however long it takes
 * @param ratioTarget target half-width of the ratio's interval, as a fraction of the ratio
 * @param decompressionTolerance a setting that is better in ratio and compression still dominates if its decompression
 *     takes up to this many times the CPU
 * @param negligibleSaving a setting that saves less than this share of the bytes of a cheaper one is dropped
 * @param workers threads for the ratios; speeds are always measured on one
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
    /** Producers are not run at lower speeds; published sweeps stop at this figure. */
    public static final double DEFAULT_FLOOR_MEBIBYTES_PER_SECOND = 2;

    /** Below the promised 2 %, so that an interval that turns out slightly wider still keeps the promise. */
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

    /** The default plan of {@code squeeze measure}. */
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

    /** Kafka's defaults and the cheapest zstd level. They are in every table, since users compare with them. */
    public static Set<Codec> wellKnown() {
        Set<Codec> codecs =
                Arrays.stream(CodecType.values()).map(Codec::ofDefaultLevel).collect(Collectors.toSet());
        codecs.add(new Codec(CodecType.ZSTD, 1));
        return codecs;
    }

    /** Whether settings may be dropped: not if the user requested specific ones or all. */
    boolean mayDrop() {
        return !exhaustive && !grid.chosen();
    }
}
