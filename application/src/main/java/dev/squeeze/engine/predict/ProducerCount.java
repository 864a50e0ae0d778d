package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * How many producers share a rate, by the batches that they wrote. A log does not show who was active at one time, but how
 * full the batches became does: what arrives within linger.ms is divided among the producers.
 */
public final class ProducerCount {
    private static final int MAX_PRODUCERS = 2_000;
    /** Numbers that explain the batches about as well do not replace the one that was assumed. */
    private static final double CLEARLY_BETTER = 0.05;

    private ProducerCount() {}

    /**
     * The number whose batches, as they are simulated, come closest to those that were seen.
     *
     * @param traffic with the number that is taken where another explains the batches no better
     * @param today settings that the producers are taken to have
     * @param curve of their codec
     * @param recordsPerBatch as seen
     */
    public static int explaining(
            SentRecords sent,
            Workload traffic,
            ProducerSettings today,
            CompressionCurve curve,
            double recordsPerBatch,
            long seed) {
        return explaining(
                traffic.producers(),
                producers -> batches(sent, traffic.withProducers(producers), today, curve, seed)
                        .recordsPerBatch(),
                Math.max(1, recordsPerBatch));
    }

    /** As they form. */
    static ReplayedTraffic batches(
            SentRecords sent, Workload traffic, ProducerSettings today, CompressionCurve curve, long seed) {
        return new Forecaster(
                        sent.records(), traffic, Optional.empty(), Surroundings.applications(sent.pattern()), seed)
                .compared(today, curve);
    }

    /**
     * The number whose predicted batches come closest to those that were seen. More producers never have larger batches, so
     * the numbers are halved on a logarithmic scale. Batches that are larger than even one producer would make are explained
     * best by one.
     *
     * @param assumed the number that is taken where another explains the batches no better
     * @param predicted records per batch of so many producers
     * @param recordsPerBatch as seen, at least 1
     */
    static int explaining(int assumed, IntToDoubleFunction predicted, double recordsPerBatch) {
        if (predicted.applyAsDouble(1) < recordsPerBatch * (1 - CLEARLY_BETTER)) {
            return 1;
        }
        int low = 1;
        int high = MAX_PRODUCERS;
        int best = assumed;
        double least = miss(predicted.applyAsDouble(assumed), recordsPerBatch) - CLEARLY_BETTER;
        while (low <= high) {
            int middle = (int) Math.max(low, Math.min(high, Math.round(Math.sqrt((double) low * high))));
            double records = predicted.applyAsDouble(middle);
            double miss = miss(records, recordsPerBatch);
            if (miss < least) {
                least = miss;
                best = middle;
            }
            if (records > recordsPerBatch) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return best;
    }

    private static double miss(double predicted, double seen) {
        return Math.abs(Math.log(predicted / seen));
    }
}
