package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * Derives from the batches in a log how many producers share a rate. A log does not show how many were active at a
 * time, but the fill of the batches does: the records that arrive within linger.ms are divided among the producers.
 */
public final class ProducerCount {
    private static final int MAX_PRODUCERS = 2_000;
    /** Numbers that explain the batches only slightly better do not replace the assumed one. */
    private static final double CLEARLY_BETTER = 0.05;
    /** The search stops at this error: simulating this many batches is no more accurate. */
    private static final double CLOSE = 0.01;

    private ProducerCount() {}

    /**
     * The number of producers whose simulated batches come closest to the observed ones.
     *
     * @param traffic with the number to return unless another explains the batches clearly better
     * @param today settings that the producers are assumed to have
     * @param curve of their codec
     * @param recordsPerBatch as observed in the log
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

    /** The batches that form with this number of producers. */
    static ReplayedTraffic batches(
            SentRecords sent, Workload traffic, ProducerSettings today, CompressionCurve curve, long seed) {
        return new Forecaster(
                        sent.records(), traffic, Optional.empty(), Surroundings.applications(sent.pattern()), seed)
                .compared(today, curve);
    }

    /**
     * The number whose predicted batches come closest to the observed ones. More producers never have larger batches,
     * so the range is narrowed from both ends: alternately by assuming that records arrive at random, starting from the
     * number tried last, and by bisection on a logarithmic scale. If batches are larger than even those of a single
     * producer, the result is one.
     *
     * @param assumed the number to return unless another explains the batches clearly better
     * @param predicted records per batch for a number of producers
     * @param recordsPerBatch as observed, at least 1
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
            // For batches of single records, the maximum number of producers comes closest.
            number = (int) Math.max(low, Math.min(high, Math.round(Double.isNaN(next) ? high : next)));
            halving = !halving;
        }
        return best;
    }

    private static double miss(double predicted, double seen) {
        return Math.abs(Math.log(predicted / seen));
    }
}
