package dev.squeeze.engine.experiment;

import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.CostScale;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.kit.stats.NonNegativeFit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Ratio of a machine's current CPU times to those of its calibration.
 *
 * @param factors for all roles, or for all but the producer's if {@code ofProducer} is present
 * @param ofProducer for a producer that is another client's program: a JVM gets faster for minutes while it compiles,
 *     such a program does not
 * @param references the measurements that the factors are fitted to
 */
public record MachineDrift(Factors factors, Optional<Factors> ofProducer, List<Reference> references) {
    /**
     * Added to the references: one load of each kind that reports no change. A disturbance makes a trial more expensive
     * in all of its roles, so a few loads carry less information than the number of their figures suggests.
     */
    private static final List<double[]> AS_CALIBRATED = List.of(new double[] {1, 0}, new double[] {0, 1});

    public MachineDrift {
        references = List.copyOf(references);
    }

    /**
     * Work and wake-ups have separate factors, because sharing processors and caches with others affects them
     * differently.
     *
     * @param work factor of the CPU time per unit of work
     * @param wakeUp factor of the cost of waking up after idling
     * @param spread relative root mean square deviation of the references from these factors
     */
    public record Factors(double work, double wakeUp, double spread) {
        private static final Factors UNCHANGED = new Factors(1, 1, 0);

        /** Fits the two factors to the references by relative errors. */
        private static Factors of(List<Reference> references) {
            List<double[]> rows = new ArrayList<>();
            int rolesOfALoad = references.size() / Math.max(1, countLoads(references));
            for (int i = 0; i < rolesOfALoad; i++) {
                rows.addAll(AS_CALIBRATED);
            }
            List<Double> times = new ArrayList<>(Collections.nCopies(rows.size(), 1.0));
            for (Reference reference : references) {
                rows.add(new double[] {1 - reference.wakeUpShare(), reference.wakeUpShare()});
                times.add(reference.times());
            }
            double[] factors = NonNegativeFit.relative(
                    rows.toArray(double[][]::new),
                    times.stream().mapToDouble(Double::doubleValue).toArray());
            double squares = references.stream()
                    .mapToDouble(reference ->
                            Math.pow(reference.expected(factors[0], factors[1]) / reference.times() - 1, 2))
                    .average()
                    .orElse(0);
            return new Factors(factors[0], factors[1], Math.sqrt(squares));
        }

        private CostScale scale() {
            return CostScale.ofDrift(work, wakeUp);
        }
    }

    /**
     * One role in one load.
     *
     * @param wakeUpShare share of its CPU time that is spent on waking up
     * @param calibratedNanos CPU time per record at the calibration, corrected for disturbances of its trials that
     *     affected all roles
     * @param nanos CPU time per record now
     * @param rounds number of rounds measured now
     */
    public record Reference(
            String load, CostRole role, double wakeUpShare, double calibratedNanos, double nanos, int rounds) {
        private double times() {
            return nanos / calibratedNanos;
        }

        private double expected(double work, double wakeUp) {
            return (1 - wakeUpShare) * work + wakeUpShare * wakeUp;
        }

        private boolean isOfProducer() {
            return role == CostRole.APPLICATION || role == CostRole.SENDER;
        }
    }

    /** Number of loads that were run again. */
    public int loads() {
        return countLoads(references);
    }

    private static int countLoads(List<Reference> references) {
        return (int) references.stream().map(Reference::load).distinct().count();
    }

    /** Drift for references whose producers, brokers and consumers are JVMs. */
    public static MachineDrift of(List<Reference> references) {
        return new MachineDrift(Factors.of(references), Optional.empty(), references);
    }

    /** Drift for references whose producers are another client's program. */
    public static MachineDrift ofAnotherClient(List<Reference> references) {
        List<Reference> producers =
                references.stream().filter(Reference::isOfProducer).toList();
        List<Reference> others = references.stream()
                .filter(Predicate.not(Reference::isOfProducer))
                .toList();
        return new MachineDrift(
                others.isEmpty() ? Factors.UNCHANGED : Factors.of(others),
                producers.isEmpty() ? Optional.empty() : Optional.of(Factors.of(producers)),
                references);
    }

    /** Applies the drift to calibrated costs. */
    public MachineCosts applyTo(MachineCosts calibrated) {
        MachineCosts now = calibrated.scaled(factors.scale());
        return ofProducer
                .map(own -> now.withProducer(
                        calibrated.of(CostRole.APPLICATION).scaled(own.scale()),
                        calibrated.of(CostRole.SENDER).scaled(own.scale())))
                .orElse(now);
    }
}
