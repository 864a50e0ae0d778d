package dev.squeeze.engine.predict;

import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * What simulated producers with the same settings do that differ by chance alone. Where partial batches keep a producer's guess of the ratio
 * high, one in ten comes down to a low guess all the same and sends batches three times as large from then on, where live producers
 * stayed for minutes. So the one in the middle is taken.
 *
 * @param middle by its number of records in a batch
 * @param recordsPerBatchRelativeError standard error of that number, chance between producers included but for one outlier
 * @param ratioRelativeError the same of the ratio, between producers alone
 * @param spread records per batch of the one with the largest batches over those of the one with the smallest; 1 of a single one
 */
record SeveralProducers(
        ReplayedTraffic middle, double recordsPerBatchRelativeError, double ratioRelativeError, double spread) {
    /** Larger over smaller number of records per batch of producers that chance does not divide. */
    static final double ABOUT_THE_SAME = 1.25;

    private static final int MAX_PRODUCERS = 5;

    private static final double MUCH_MORE = 2;

    private static final double MOSTLY_FULL = 0.5;

    /**
     * Whether chance may decide how large a producer's batches are: where only some are full, or full ones hold little more than
     * {@code batch.size}, since the guess stayed high; and where those would be full that are not if it had.
     */
    static boolean mayDiffer(ReplayedTraffic traffic, int batchSizeBytes) {
        double bytes = traffic.recordBytesPerBatch();
        return traffic.fullShare() < DepthUncertainty.NOTABLE_FULL_SHARE
                ? bytes * Prediction.FULL_AT_START > batchSizeBytes
                : traffic.fullShare() <= MOSTLY_FULL || bytes < MUCH_MORE * batchSizeBytes;
    }

    /** Where chance makes no difference. */
    static SeveralProducers one(ReplayedTraffic only) {
        return new SeveralProducers(only, only.recordsPerBatchRelativeError(), 0, 1);
    }

    /**
     * Two that do about the same are enough.
     *
     * @param others by their number, from 1
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

    /** Live producers were never seen to be one of these, so that a single one of five does not count. */
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

    /** Standard deviation of producers, as a share of a value. */
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
