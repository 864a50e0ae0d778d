package dev.squeeze.feature.explain;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much deeper batches get with each of several changes, in doublings of the records per batch, by simulations that are subject to
 * chance. Small changes are close to what is expected of them. What a simulation adds to that counts as far as changes differ by more than
 * chance does: in full where chance is small, not at all where it explains all differences (empirical Bayes; Efron and Morris 1973). Large
 * changes are taken as they were simulated.
 *
 * <p>In a round, records as they are come at the same moments as with each change. What chance does to those is in the doublings of all
 * changes alike, so it is separated from what each change has of its own by an analysis of variance in two ways.
 */
final class SimulatedDoublings {
    /** Doublings of full batches up to which what is expected says about what happens. */
    private static final double SMALL = 0.15;

    /** Of fewer small changes, how far they differ from what is expected is not known. */
    private static final int MIN_CHANGES = 3;

    private final double[][] simulated;
    private final int[] rounds;

    /**
     * Doublings of the records per batch.
     *
     * @param doublings below 0 where fewer records come into a batch
     * @param standardError of chance
     */
    record Estimate(double doublings, double standardError) {}

    /**
     * What is expected of a change without a simulation of it.
     *
     * @param ofFullBatches its doublings were all batches full
     */
    record Expected(Estimate estimate, double ofFullBatches) {
        /** Batches hold as many records with a change. */
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

    /** What the simulation of a change says in a round; of each change rounds are added from the first on, by any thread. */
    synchronized void add(int change, int round, double doublings) {
        simulated[change][round] = doublings;
        rounds[change]++;
    }

    /** Of each change; what is expected of it where it was simulated less than twice, which says nothing of chance. */
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

    /** How much counts of what differs, from the variances of what is behind it and of chance. */
    private static double kept(double real, double byChance) {
        return real == 0 ? 0 : real / (real + byChance);
    }

    /**
     * Variances within a round.
     *
     * @param common to all changes
     * @param own of one of them
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
