package dev.squeeze.engine.experiment;

import java.util.List;

/**
 * Detects rounds in which the JVMs were still compiling, by throughput: if all arms together become much faster after a
 * round, that round was not a measurement yet. Statistics over a few rounds cannot detect that, but a rate that grows
 * by half each time can.
 */
public final class WarmUpRounds {
    /** A rise of the mean of all arms from one round to the next that noise rarely causes. */
    private static final double RISE = 1.15;

    private WarmUpRounds() {}

    /**
     * Number of consecutive leading rounds that are each followed by such a rise; the last round is never included.
     *
     * @param meanRates geometric mean of the arms' rates, for each round in order
     */
    static int leading(double[] meanRates) {
        int leading = 0;
        while (leading + 1 < meanRates.length && meanRates[leading + 1] > RISE * meanRates[leading]) {
            leading++;
        }
        return leading;
    }

    /** Whether every round, including the last one, shows such a rise over the round before it. */
    static boolean stillRising(double[] meanRates) {
        int last = meanRates.length - 1;
        return last >= 1 && leading(meanRates) == last;
    }

    /**
     * The same for the rounds that counted, which requires that the rounds before them rose too.
     *
     * @param rates of each arm by round; only as many rounds as every arm has are used
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
