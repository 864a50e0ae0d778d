package dev.squeeze.engine.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * The order in which arms run: each round contains every arm once, in a new random order, so that changes over the run
 * (a warming JVM, a busy neighbour on the machine) affect all arms alike.
 */
final class Schedule {
    private final int arms;
    private final RandomGenerator random;

    Schedule(int arms, long seed) {
        this.arms = arms;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** The numbers of the arms in the order of the next round. */
    List<Integer> nextRound() {
        List<Integer> order = new ArrayList<>();
        for (int arm = 0; arm < arms; arm++) {
            order.add(arm);
        }
        for (int i = arms - 1; i > 0; i--) {
            Collections.swap(order, i, random.nextInt(i + 1));
        }
        return order;
    }
}
