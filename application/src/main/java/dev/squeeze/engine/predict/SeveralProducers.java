package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * Results of several simulated producers with the same settings that differ only by chance. If partial batches keep a
 * producer's estimate of the ratio high, one in ten simulated producers arrives at a low estimate nevertheless and
 * sends batches three times as large from then on, whereas live producers stayed at the high estimate for minutes.
 * Therefore the median producer is used.
 *
 * @param middle the median by records per batch
 * @param recordsPerBatchRelativeError standard error of that number, including chance between producers except for one
 *     outlier
 * @param ratioRelativeError the same for the ratio, only between producers
 * @param spread largest records per batch of a producer over the smallest; 1 for a single producer
 */
record SeveralProducers(
        ReplayedTraffic middle, double recordsPerBatchRelativeError, double ratioRelativeError, double spread) {
    /** Producers whose records per batch differ by at most this factor behave alike. */
    static final double ABOUT_THE_SAME = 1.25;

    private static final int MAX_PRODUCERS = 5;

    private static final double MUCH_MORE = 2;

    private static final double MOSTLY_FULL = 0.5;

    /**
     * Whether chance may determine how large a producer's batches are: if only some batches are full, or full ones
     * contain little more than {@code batch.size} because the estimate stayed high; or if batches are not full but
     * would be with a high estimate.
     */
    static boolean mayDiffer(ReplayedTraffic traffic, int batchSizeBytes) {
        double bytes = traffic.recordBytesPerBatch();
        return traffic.fullShare() < DepthUncertainty.NOTABLE_FULL_SHARE
                ? bytes * Prediction.FULL_AT_START > batchSizeBytes
                : traffic.fullShare() <= MOSTLY_FULL || bytes < MUCH_MORE * batchSizeBytes;
    }

    /** For traffic on which chance has no effect. */
    static SeveralProducers one(ReplayedTraffic only) {
        return new SeveralProducers(only, only.recordsPerBatchRelativeError(), 0, 1);
    }

    /**
     * Two producers are enough if they behave about the same.
     *
     * @param others by number, starting at 1
     */
    static SeveralProducers of(ReplayedTraffic first, IntFunction<ReplayedTraffic> others) {
        List<ReplayedTraffic> all = new ArrayList<>(List.of(first, others.apply(1)));
        if (spread(all) <= ABOUT_THE_SAME) {
            return of(all, first);
        }
        for (int number = 2; number < MAX_PRODUCERS; number++) {
            all.add(others.apply(number));
        }
        all.sort(Comparator.comparingDouble(ReplayedTraffic::recordsPerBatch));
        return of(all, all.get(all.size() / 2));
    }

    private static SeveralProducers of(List<ReplayedTraffic> all, ReplayedTraffic middle) {
        List<ReplayedTraffic> usual = withoutOneOutlier(all, middle.recordsPerBatch());
        return new SeveralProducers(
                middle,
                Math.hypot(
                        middle.recordsPerBatchRelativeError(),
                        relativeDeviation(usual, ReplayedTraffic::recordsPerBatch, middle.recordsPerBatch())),
                relativeDeviation(usual, ReplayedTraffic::ratio, middle.ratio()),
                spread(all));
    }

    /** Live producers were never such outliers, so a single one out of five is ignored. */
    private static List<ReplayedTraffic> withoutOneOutlier(List<ReplayedTraffic> all, double recordsPerBatch) {
        return all.stream()
                .sorted(Comparator.comparingDouble(one -> Math.abs(one.recordsPerBatch() - recordsPerBatch)))
                .limit(Math.max(2, all.size() - 1L))
                .toList();
    }

    private static double spread(List<ReplayedTraffic> all) {
        double least =
                all.stream().mapToDouble(ReplayedTraffic::recordsPerBatch).min().orElseThrow();
        double most =
                all.stream().mapToDouble(ReplayedTraffic::recordsPerBatch).max().orElseThrow();
        return most / least;
    }

    /** Standard deviation of a figure over the producers, as a fraction of {@code value}. */
    private static double relativeDeviation(
            List<ReplayedTraffic> all, ToDoubleFunction<ReplayedTraffic> figure, double value) {
        double mean = all.stream().mapToDouble(figure).average().orElseThrow();
        double squares = all.stream()
                .mapToDouble(figure)
                .map(one -> (one - mean) * (one - mean))
                .sum();
        return Math.sqrt(squares / (all.size() - 1)) / value;
    }
}
