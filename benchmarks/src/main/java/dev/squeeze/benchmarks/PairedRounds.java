package dev.squeeze.benchmarks;

import dev.squeeze.kit.stats.PairedComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;

/**
 * The same work done in two ways, in rounds with a random order, compared round by round.
 *
 * @param ours measurements of our own code, one per round
 * @param theirs measurements of the other code in the same rounds
 */
record PairedRounds<R>(List<R> ours, List<R> theirs) {
    /**
     * @param name label for progress on standard error
     * @param warmUp rounds before those that count
     */
    static <R> PairedRounds<R> run(String name, int warmUp, int rounds, long seed, Callable<R> ours, Callable<R> theirs)
            throws Exception {
        Random random = new Random(seed);
        PairedRounds<R> all = new PairedRounds<>(new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round < warmUp + rounds; round++) {
            System.err.printf("%s, round %d of %d%n", name, round + 1, warmUp + rounds);
            boolean oursFirst = random.nextBoolean();
            R first = (oursFirst ? ours : theirs).call();
            R second = (oursFirst ? theirs : ours).call();
            if (round >= warmUp) {
                all.ours().add(oursFirst ? first : second);
                all.theirs().add(oursFirst ? second : first);
            }
        }
        return all;
    }

    /**
     * Four cells of a {@link Table}: both means, the quotient ours/theirs and its 95 % interval.
     *
     * @param format of the means
     */
    List<String> cells(String format, ToDoubleFunction<R> value) {
        double[] own = ours.stream().mapToDouble(value).toArray();
        double[] other = theirs.stream().mapToDouble(value).toArray();
        PairedComparison compared = PairedComparison.of(own, other, 1);
        return List.of(
                Table.number(format, Arrays.stream(own).average().orElse(0)),
                Table.number(format, Arrays.stream(other).average().orElse(0)),
                Table.number("%.1f", compared.ratio().estimate()),
                Table.number(
                        "%.1f to %.1f", compared.ratio().low(), compared.ratio().high()));
    }
}
