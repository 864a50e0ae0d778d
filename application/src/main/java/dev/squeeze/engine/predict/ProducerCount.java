package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecMeasurement;
import java.util.List;

/**
 * How many producers share a rate, by the batches that they wrote. A log does not show who was active at one time, but how
 * full the batches became does: what arrives within linger.ms is divided among the producers.
 */
public final class ProducerCount {
    private static final int MOST = 2_000;
    private static final double STEP = 1.15;
    /** Numbers that explain the batches about as well do not replace the one that was assumed. */
    private static final double CLEARLY_BETTER = 0.05;

    private ProducerCount() {}

    /**
     * The number whose modelled batches come closest to those that were seen.
     *
     * @param workload with the number that is taken where another explains the batches no better
     * @param settings that the producers are taken to have
     * @param measurements among which the settings' codec should be
     * @param recordsPerBatch as seen, at least 1
     */
    public static int explaining(
            Workload workload,
            ProducerSettings settings,
            List<CodecMeasurement> measurements,
            RecordSizes sizes,
            double recordsPerBatch) {
        List<CodecMeasurement> points = measurements.stream()
                .filter(measurement -> measurement.codec().equals(settings.codec()))
                .filter(measurement ->
                        measurement.ratio().isPresent() && measurement.kafka().isPresent())
                .toList();
        if (points.isEmpty()) {
            return workload.producers();
        }
        CompressionCurve curve = new CompressionCurve(settings.codec(), points);
        int best = workload.producers();
        double least = miss(workload, settings, curve, sizes, recordsPerBatch) - CLEARLY_BETTER;
        for (int producers = 1; producers <= MOST; producers = Math.max(producers + 1, (int) (producers * STEP))) {
            double miss = miss(workload.withProducers(producers), settings, curve, sizes, recordsPerBatch);
            if (miss < least) {
                least = miss;
                best = producers;
            }
        }
        return best;
    }

    private static double miss(
            Workload workload,
            ProducerSettings settings,
            CompressionCurve curve,
            RecordSizes sizes,
            double recordsPerBatch) {
        BatchFill fill = BatchFill.of(workload, settings, curve, sizes);
        return Math.abs(Math.log(fill.recordsPerBatch() / recordsPerBatch));
    }
}
