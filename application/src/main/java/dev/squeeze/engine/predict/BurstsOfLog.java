package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Detects records that must have arrived in bursts, because their batches are larger than producers with today's
 * settings would form at the mean rate: periodic jobs, copied topics, or events that were sent long after their
 * timestamps. A log does not show how long the bursts were. The shortest bursts that explain the batches are assumed,
 * so that a longer linger or larger batches are not credited with an effect for which there is no evidence.
 */
public final class BurstsOfLog {
    /** Batches that are larger than predicted by less than this factor are within the error of the predictions. */
    private static final double CLEARLY_LARGER = 1.25;

    /**
     * The same factor if records fill batches at the mean rate already: how many half-empty batches leave with a full
     * one depends on thread scheduling, and bursts would hardly make batches larger.
     */
    private static final double CLEARLY_LARGER_THAN_FULL = 2;

    /** Close enough, as the logarithm of a factor: longer bursts are not tried. */
    private static final double ABOUT_THE_SAME = 0.05;

    /**
     * Maximum batches per burst. If {@code batch.size} closes the batches, the partial batch at the end of a long burst
     * matters little.
     */
    private static final int MAX_BATCHES = 64;

    private BurstsOfLog() {}

    /**
     * Returns the records in bursts if their batches indicate bursts, otherwise unchanged.
     *
     * @param traffic with the number of producers that best explains the batches
     * @param today settings that the producers are assumed to have
     * @param curve of their codec
     * @param recordsPerBatch as observed in the log
     */
    public static SentRecords explaining(
            SentRecords sent,
            Workload traffic,
            ProducerSettings today,
            CompressionCurve curve,
            double recordsPerBatch,
            long seed) {
        double together = recordsPerBatch * traffic.producers() * (traffic.scatters() ? traffic.partitions() : 1);
        ReplayedTraffic steady = ProducerCount.batches(sent, traffic, today, curve, seed);
        return isExplainedBy(steady.recordsPerBatch(), steady.fullShare(), recordsPerBatch)
                ? sent
                : explaining(
                        sent,
                        steady.recordsPerBatch(),
                        batches -> sent.inBursts(batches * together),
                        records -> ProducerCount.batches(records, traffic, today, curve, seed)
                                .recordsPerBatch(),
                        recordsPerBatch);
    }

    /**
     * Whether the observed batches are about as large as those that form at the mean rate.
     *
     * @param steadily records per batch at the mean rate
     * @param fullShare share of these batches that are full before their linger expires
     * @param seen observed records per batch
     */
    static boolean isExplainedBy(double steadily, double fullShare, double seen) {
        return seen
                < steadily
                        * (fullShare < DepthUncertainty.NOTABLE_FULL_SHARE ? CLEARLY_LARGER : CLEARLY_LARGER_THAN_FULL);
    }

    /**
     * The candidate whose predicted batches come closest to the observed ones.
     *
     * @param steady returned if no candidate comes closer
     * @param steadily predicted records per batch of {@code steady}
     * @param bursts creates a candidate with this many batches per burst
     * @param predicted predicted records per batch of a candidate
     * @param seen observed records per batch
     */
    static <T> T explaining(
            T steady, double steadily, Function<Integer, T> bursts, ToDoubleFunction<T> predicted, double seen) {
        T best = steady;
        double least = Math.abs(Math.log(seen / steadily));
        for (int batches = 1; batches <= MAX_BATCHES && least > ABOUT_THE_SAME; batches *= 2) {
            T candidate = bursts.apply(batches);
            double miss = Math.abs(Math.log(predicted.applyAsDouble(candidate) / seen));
            if (miss < least) {
                least = miss;
                best = candidate;
            }
        }
        return best;
    }
}
