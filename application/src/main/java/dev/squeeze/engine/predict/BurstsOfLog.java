package dev.squeeze.engine.predict;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Records that must have come in bursts, since they lie in batches that are larger than producers with today's settings would
 * gather at the mean rate: jobs that run now and then, topics that are copied, events whose timestamps are older than their
 * sending. How long the bursts were, a log does not show; the shortest that explain its batches are taken, so that a longer
 * linger or larger batches are not credited with what nothing shows.
 */
public final class BurstsOfLog {
    /** Batches that are larger than predicted by less than this factor are within what predictions are off by. */
    private static final double CLEARLY_LARGER = 1.25;

    /** Explained well enough, as the logarithm of a factor: longer bursts are not tried. */
    private static final double ABOUT_THE_SAME = 0.05;

    /** Batches to a burst. Where {@code batch.size} closes the batches, what is left over at the end of a burst counts little in a long one. */
    private static final int MAX_BATCHES = 64;

    private BurstsOfLog() {}

    /**
     * The records in bursts where their batches show some; otherwise as they are.
     *
     * @param traffic with the number of producers that comes closest to the batches
     * @param today settings that producers are taken to have
     * @param curve of their codec
     * @param recordsPerBatch as seen
     */
    public static SentRecords explaining(
            SentRecords sent,
            Workload traffic,
            ProducerSettings today,
            CompressionCurve curve,
            double recordsPerBatch,
            long seed) {
        double together = recordsPerBatch * traffic.producers() * (traffic.scatters() ? traffic.partitions() : 1);
        return explaining(
                sent,
                batches -> sent.inBursts(batches * together),
                records -> ProducerCount.recordsPerBatch(records, traffic, today, curve, seed),
                recordsPerBatch);
    }

    /**
     * The candidate whose predicted batches come closest to those that were seen.
     *
     * @param steady what is kept where it explains the batches
     * @param bursts by how many batches each makes
     * @param predicted records per batch
     */
    static <T> T explaining(T steady, Function<Integer, T> bursts, ToDoubleFunction<T> predicted, double seen) {
        double least = Math.log(seen / predicted.applyAsDouble(steady));
        if (least < Math.log(CLEARLY_LARGER)) {
            return steady;
        }
        T best = steady;
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
