package dev.squeeze.feature.explain;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much deeper batches get with each of several changes, in doublings of the records per batch, from simulations
 * that are subject to chance. For small changes, the simulated doublings are close to the expected ones, and the
 * difference counts to the extent that changes differ by more than chance: fully if chance is small, not at all if it
 * explains all differences (empirical Bayes; Efron and Morris 1973). Large changes are used as simulated.
 *
 * <p>In each round, unchanged records arrive at the same times as with each change. Chance in the unchanged records
 * affects the doublings of all changes alike, so a two-way analysis of variance separates it from the chance of each
 * change.
 */
final class SimulatedDoublings {
    /** Doublings of full batches up to which the expected doublings are a good approximation. */
    private static final double SMALL = 0.15;

    /** With fewer small changes, it is unknown how far they differ from what is expected. */
    private static final int MIN_CHANGES = 3;

    private final double[][] simulated;
    private final int[] rounds;

    /**
     * Doublings of the records per batch.
     *
     * @param doublings negative if batches have fewer records
     * @param standardError from chance
     */
    record Estimate(double doublings, double standardError) {}

    /**
     * What is expected of a change without simulating it.
     *
     * @param ofFullBatches doublings if all batches were full
     */
    record Expected(Estimate estimate, double ofFullBatches) {
        /** Batches have as many records with a change. */
        static final Expected AS_DEEP = new Expected(new Estimate(0, 0), 0);

        private boolean isSmall() {
            return Math.abs(ofFullBatches) < SMALL;
        }
    }

    SimulatedDoublings(int changes, int maxRounds) {
        this.simulated = new double[changes][maxRounds];
        this.rounds = new int[changes];
        for (double[] each : simulated) {
            Arrays.fill(each, Double.NaN);
        }
    }

    /** Adds the simulated doublings of a change in a round. The rounds of a change are added in order; thread-safe. */
    synchronized void add(int change, int round, double doublings) {
        simulated[change][round] = doublings;
        rounds[change]++;
    }

    /**
     * Estimates for each change; the expected doublings if it was simulated less than twice, which does not show
     * chance.
     */
    synchronized List<Estimate> estimates(List<Expected> expected) {
        int complete = Arrays.stream(rounds).min().orElse(0);
        int[] small = IntStream.range(0, simulated.length)
                .filter(change -> expected.get(change).isSmall())
                .toArray();
        if (complete < 2 || small.length < MIN_CHANGES) {
            return IntStream.range(0, simulated.length)
                    .mapToObj(change -> simulated(change, expected.get(change)))
                    .toList();
        }
        Chance chance = chance(small, complete);
        double[] further = Arrays.stream(small)
                .mapToDouble(change -> mean(change, complete) - expected.get(change).estimate.doublings)
                .toArray();
        double common = Arrays.stream(further).average().orElseThrow();
        double variance =
                Arrays.stream(further).map(each -> square(each - common)).sum() / (further.length - 1);
        double real = Math.max(0, variance - chance.own / complete);
        double commonByChance = chance.common / complete + chance.own / complete / further.length;
        double commonCounts = kept(real / further.length, commonByChance);
        double ownCounts = kept(real, chance.own / complete);
        return IntStream.range(0, simulated.length)
                .mapToObj(change -> {
                    if (!expected.get(change).isSmall()) {
                        return simulated(change, expected.get(change));
                    }
                    Estimate without = expected.get(change).estimate;
                    double own = mean(change, complete) - without.doublings - common;
                    return new Estimate(
                            without.doublings + commonCounts * common + ownCounts * own,
                            Math.sqrt(commonCounts * commonByChance
                                    + ownCounts * chance.own / complete
                                    + square((1 - ownCounts) * without.standardError)));
                })
                .toList();
    }

    /** To what extent a difference counts, from the variances of the real differences and of chance. */
    private static double kept(double real, double byChance) {
        return real == 0 ? 0 : real / (real + byChance);
    }

    /**
     * Variances within a round.
     *
     * @param common to all changes
     * @param own of a single change
     */
    private record Chance(double common, double own) {}

    private Chance chance(int[] changes, int complete) {
        double[] ofRound = IntStream.range(0, complete)
                .mapToDouble(round -> Arrays.stream(changes)
                        .mapToDouble(change -> simulated[change][round])
                        .average()
                        .orElseThrow())
                .toArray();
        double all = Arrays.stream(ofRound).average().orElseThrow();
        double squares = 0;
        for (int change : changes) {
            for (int round = 0; round < complete; round++) {
                squares += square(simulated[change][round] - mean(change, complete) - ofRound[round] + all);
            }
        }
        double own = squares / (changes.length - 1) / (complete - 1);
        double between = Arrays.stream(ofRound).map(each -> square(each - all)).sum() / (complete - 1);
        return new Chance(Math.max(0, between - own / changes.length), own);
    }

    private double mean(int change, int complete) {
        return Arrays.stream(simulated[change], 0, complete).average().orElseThrow();
    }

    private Estimate simulated(int change, Expected expected) {
        int known = rounds[change];
        if (known < 2) {
            return expected.estimate;
        }
        double mean = mean(change, known);
        double squares = Arrays.stream(simulated[change], 0, known)
                .map(each -> square(each - mean))
                .sum();
        return new Estimate(mean, Math.sqrt(squares / (known - 1) / known));
    }

    private static double square(double value) {
        return value * value;
    }
}
