package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.CodecType;
import java.util.List;

/** Marks the settings at one batch size that nothing beats in ratio and compression speed at once. */
final class ParetoFront {
    private ParetoFront() {}

    static List<CodecMeasurement> marked(List<CodecMeasurement> measurements) {
        return measurements.stream()
                .map(one -> one.withParetoOptimal(isComparable(one)
                        && measurements.stream()
                                .noneMatch(other -> other.batchBytes() == one.batchBytes()
                                        && isComparable(other)
                                        && dominates(other, one))))
                .toList();
    }

    private static boolean isComparable(CodecMeasurement one) {
        return one.codec().type() != CodecType.NONE
                && one.ratio().isPresent()
                && one.kafka().isPresent();
    }

    private static boolean dominates(CodecMeasurement other, CodecMeasurement one) {
        double ratioGain = ratio(other) - ratio(one);
        double speedGain = speed(other) - speed(one);
        return ratioGain >= 0 && speedGain >= 0 && (ratioGain > 0 || speedGain > 0);
    }

    private static double ratio(CodecMeasurement one) {
        return one.ratio().orElseThrow().estimate();
    }

    private static double speed(CodecMeasurement one) {
        return one.kafka().orElseThrow().compress().mebibytesPerSecond().estimate();
    }
}
