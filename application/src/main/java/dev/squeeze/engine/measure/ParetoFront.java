package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.CodecType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Marks the settings at one batch size that no other setting beats in both ratio and compression speed. No compression
 * is never marked, but it beats settings that make records no smaller.
 */
final class ParetoFront {
    private ParetoFront() {}

    static List<CodecMeasurement> marked(List<CodecMeasurement> measurements) {
        return marked(measurements, CodecMeasurement::kafka);
    }

    /** @param cost the cost by which speeds are compared */
    static List<CodecMeasurement> marked(
            List<CodecMeasurement> measurements, Function<CodecMeasurement, Optional<PathFigures>> cost) {
        return measurements.stream()
                .map(measurement ->
                        measurement.withParetoOptimal(measurement.codec().type() != CodecType.NONE
                                && isComparable(measurement, cost)
                                && measurements.stream()
                                        .noneMatch(other -> other.batchBytes() == measurement.batchBytes()
                                                && isComparable(other, cost)
                                                && dominates(other, measurement, cost))))
                .toList();
    }

    private static boolean isComparable(
            CodecMeasurement measurement, Function<CodecMeasurement, Optional<PathFigures>> cost) {
        return measurement.ratio().isPresent() && cost.apply(measurement).isPresent();
    }

    private static boolean dominates(
            CodecMeasurement other,
            CodecMeasurement measurement,
            Function<CodecMeasurement, Optional<PathFigures>> cost) {
        double ratioGain = ratio(other) - ratio(measurement);
        double speedGain = speed(cost.apply(other)) - speed(cost.apply(measurement));
        return ratioGain >= 0 && speedGain >= 0 && (ratioGain > 0 || speedGain > 0);
    }

    private static double ratio(CodecMeasurement measurement) {
        return measurement.ratio().orElseThrow().estimate();
    }

    private static double speed(Optional<PathFigures> cost) {
        return cost.orElseThrow().compress().mebibytesPerSecond().estimate();
    }
}
