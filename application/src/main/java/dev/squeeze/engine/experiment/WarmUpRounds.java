package dev.squeeze.engine.experiment;

import java.util.List;

/**
 * Rounds in which the JVMs were still compiling, by their throughput: a round after which all arms together become much
 * faster was no measurement yet. Statistics over a few rounds cannot show that; a rate that grows by half each time can.
 */
public final class WarmUpRounds {
    /** A rise from one round to the next, in the mean of all arms, that noise rarely shows. */
    private static final double RISE = 1.15;

    private WarmUpRounds() {}

    /**
     * How many leading rounds precede such a rise without a break; the last round always stays.
     *
     * @param meanRates of each round over all arms, in their order; geometric means
     */
    static int leading(double[] meanRates) {
        int leading = 0;
        while (leading + 1 < meanRates.length && meanRates[leading + 1] > RISE * meanRates[leading]) {
            leading++;
        }
        return leading;
    }

    /** Whether even the last two rounds show such a rise. */
    static boolean stillRising(double[] meanRates) {
        int last = meanRates.length - 1;
        return last >= 1 && leading(meanRates) == last;
    }

    /**
     * The same of the rounds that counted: what was left out rose too.
     *
     * @param rates of each arm by round; arms with fewer rounds than the others bound them all
     */
    public static boolean stillRising(List<List<Double>> rates) {
        return stillRising(means(rates));
    }

    static double[] means(List<List<Double>> rates) {
        int rounds = rates.stream().mapToInt(List::size).min().orElse(0);
        double[] means = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            int number = round;
            means[round] = Math.exp(rates.stream()
                    .mapToDouble(arm -> Math.log(Math.max(Double.MIN_NORMAL, arm.get(number))))
                    .average()
                    .orElse(0));
        }
        return means;
    }
}
