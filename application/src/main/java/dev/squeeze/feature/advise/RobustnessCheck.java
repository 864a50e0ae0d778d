package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Determines what would be recommended at other rates and on other processors, by coarse predictions. */
final class RobustnessCheck {
    private static final List<Double> RATES = List.of(0.5, 2.0);
    private static final List<Double> CPU_TIMES = List.of(0.5, 2.0);

    private RobustnessCheck() {}

    /**
     * Settings that were compared for a certain rate and CPU time.
     *
     * @param candidates today's first
     * @param baseline the prediction that savings are counted from
     */
    record Compared(List<Prediction> candidates, Prediction baseline, LadderRules rules) {
        private Prediction current() {
            return candidates.get(0);
        }

        private double saving(Prediction prediction) {
            return rules.money().applyAsDouble(baseline) - rules.money().applyAsDouble(prediction);
        }

        private Optional<Prediction> of(ProducerSettings settings) {
            return candidates.stream()
                    .filter(one -> one.settings().equals(settings))
                    .findFirst();
        }
    }

    /**
     * Even for the original question, coarse predictions may prefer other settings than those that were chosen with
     * their batches formed. The loss that they show there is their error, so it is subtracted from the other cases.
     *
     * @param recommended settings recommended for the original question
     * @param atCpuTime what is compared if all work takes this many times its CPU time; 1 is the original question
     * @param atRate what is compared at this multiple of the rate
     */
    static Robustness of(
            ProducerSettings recommended, DoubleFunction<Compared> atCpuTime, DoubleFunction<Compared> atRate) {
        double asAsked = compare(Robustness.Changed.RATE, 1, recommended, atCpuTime.apply(1))
                .mapToDouble(Robustness.Case::shareLost)
                .sum();
        List<Robustness.Case> cases = new ArrayList<>(RATES.parallelStream()
                .flatMap(factor -> compare(Robustness.Changed.RATE, factor, recommended, atRate.apply(factor)))
                .toList());
        CPU_TIMES.forEach(factor -> compare(Robustness.Changed.CPU_TIME, factor, recommended, atCpuTime.apply(factor))
                .forEach(cases::add));
        return new Robustness(cases.stream()
                .map(one -> asAsked < 1 ? one.without(asAsked) : one)
                .toList());
    }

    private static Stream<Robustness.Case> compare(
            Robustness.Changed changed, double factor, ProducerSettings recommended, Compared there) {
        Optional<Prediction> kept = there.of(recommended);
        Optional<Prediction> instead = new LadderSearch(
                        there.current(), there.baseline(), there.rules(), UnaryOperator.identity())
                .of(there.candidates())
                .taken()
                .map(Ladder.Rung::prediction);
        if (kept.isEmpty()) {
            return Stream.empty();
        }
        Prediction better = instead.orElse(there.current());
        double saving = there.saving(better);
        boolean possible = there.rules().allowed().test(kept.get());
        double lost = !possible ? 1 : saving > 0 ? 1 - there.saving(kept.get()) / saving : 0;
        return Stream.of(new Robustness.Case(changed, factor, better.settings(), Math.max(0, Math.min(1, lost))));
    }
}
