package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayedTraffic;
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

    /**
     * The same where records fill batches at the mean rate already: how many leave half-empty with a full one depends on threads, and bursts
     * would hardly make them larger.
     */
    private static final double CLEARLY_LARGER_THAN_FULL = 2;

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
     * Whether batches are about as large as those of records at the mean rate.
     *
     * @param steadily records per batch at the mean rate
     * @param fullShare of these batches, those that are full before their linger is over
     */
    static boolean isExplainedBy(double steadily, double fullShare, double seen) {
        return seen
                < steadily
                        * (fullShare < DepthUncertainty.NOTABLE_FULL_SHARE ? CLEARLY_LARGER : CLEARLY_LARGER_THAN_FULL);
    }

    /**
     * The candidate whose predicted batches come closest to those that were seen.
     *
     * @param steady what is kept where none comes closer
     * @param steadily predicted records per batch of it
     * @param bursts by how many batches each makes
     * @param predicted records per batch of these
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
