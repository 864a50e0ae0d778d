package dev.squeeze.feature.advise;

import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.StudentT;
import java.util.Comparator;
import java.util.List;

/**
 * How much the ratio of a control codec varies between consecutive spans of the source.
 *
 * @param lowest ratio of a span
 * @param highest ratio of a span
 * @param relativeHalfWidth half width of the 95 % interval of the mean over spans, treating these as a sample of the
 *     topic's future records, as a fraction; 0 if the source is too short
 */
record Drift(double lowest, double highest, double relativeHalfWidth) {
    private static final int MIN_SPANS = 4;
    private static final double NOTABLE = 1.3;

    static Drift near(Sample sample, double recordBytesPerBatch) {
        BatchSample size = sample.sizes().stream()
                .filter(sampled -> sampled.spanRatios().size() >= MIN_SPANS)
                .min(Comparator.comparingDouble(
                        sampled -> Math.abs(Math.log(sampled.meanRecordBytesPerBatch() / recordBytesPerBatch))))
                .orElse(null);
        if (size == null) {
            return new Drift(1, 1, 0);
        }
        List<Double> fractions =
                size.spanRatios().stream().map(ratio -> 1 / ratio).toList();
        double mean =
                fractions.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double squares = fractions.stream()
                .mapToDouble(fraction -> (fraction - mean) * (fraction - mean))
                .sum();
        int n = fractions.size();
        double error = Math.sqrt(squares / (n - 1.0) / n);
        return new Drift(
                size.spanRatios().stream()
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow(),
                size.spanRatios().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow(),
                StudentT.twoSided95(n - 1) * error / mean);
    }

    boolean isNotable() {
        return highest > NOTABLE * lowest;
    }
}
