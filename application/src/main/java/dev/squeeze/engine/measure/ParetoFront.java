package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.CodecType;
import java.util.List;

/** Marks the settings at one batch size that nothing beats in ratio and compression speed at once. */
final class ParetoFront {
    private ParetoFront() {}

    static List<CodecMeasurement> marked(List<CodecMeasurement> measurements) {
        return measurements.stream()
                .map(measurement -> measurement.withParetoOptimal(isComparable(measurement)
                        && measurements.stream()
                                .noneMatch(other -> other.batchBytes() == measurement.batchBytes()
                                        && isComparable(other)
                                        && dominates(other, measurement))))
                .toList();
    }

    private static boolean isComparable(CodecMeasurement measurement) {
        return measurement.codec().type() != CodecType.NONE
                && measurement.ratio().isPresent()
                && measurement.kafka().isPresent();
    }

    private static boolean dominates(CodecMeasurement other, CodecMeasurement measurement) {
        double ratioGain = ratio(other) - ratio(measurement);
        double speedGain = speed(other) - speed(measurement);
        return ratioGain >= 0 && speedGain >= 0 && (ratioGain > 0 || speedGain > 0);
    }

    private static double ratio(CodecMeasurement measurement) {
        return measurement.ratio().orElseThrow().estimate();
    }

    private static double speed(CodecMeasurement measurement) {
        return measurement.kafka().orElseThrow().compress().mebibytesPerSecond().estimate();
    }
}
