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
    /** Nothing better is looked for: a simulation of so many batches is no closer itself. */
    private static final double CLOSE = 0.01;

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
     * The number whose predicted batches come closest to those that were seen. More producers never have larger batches, so the
     * range is narrowed from both ends: by what records that come at random would make of the number that was tried last, and, where
     * that is far off, by halves on a logarithmic scale. Batches that are larger than even one producer would make are explained
     * best by one.
     *
     * @param assumed the number that is taken where another explains the batches no better
     * @param predicted records per batch of so many producers
     * @param recordsPerBatch as seen, at least 1
     */
    static int explaining(int assumed, IntToDoubleFunction predicted, double recordsPerBatch) {
        int low = 1;
        int high = MAX_PRODUCERS;
        int best = assumed;
        double least = Double.MAX_VALUE;
        int number = assumed;
        boolean halving = false;
        while (low <= high && least > CLOSE) {
            double records = predicted.applyAsDouble(number);
            double miss = miss(records, recordsPerBatch);
            if (number == assumed) {
                least = miss - CLEARLY_BETTER;
            } else if (miss < least) {
                least = miss;
                best = number;
            }
            if (number == 1 && records < recordsPerBatch * (1 - CLEARLY_BETTER)) {
                return 1;
            }
            if (records > recordsPerBatch) {
                low = number + 1;
            } else {
                high = number - 1;
            }
            double next = halving ? Math.sqrt((double) low * high) : number * (records - 1) / (recordsPerBatch - 1);
            // Nothing comes closer to single records than the most producers.
            number = (int) Math.max(low, Math.min(high, Math.round(Double.isNaN(next) ? high : next)));
            halving = !halving;
        }
        return best;
    }

    private static double miss(double predicted, double seen) {
        return Math.abs(Math.log(predicted / seen));
    }
}
