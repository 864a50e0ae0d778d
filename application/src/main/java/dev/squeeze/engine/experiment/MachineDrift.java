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
 * A machine's CPU times relative to those of its calibration.
 *
 * @param factors of all roles; without the producer's where that has its own
 * @param ofProducer of a producer that is another client's program: a JVM becomes quicker for minutes while it compiles, and such
 *     a program does not
 * @param references that the factors are fitted to
 */
public record MachineDrift(Factors factors, Optional<Factors> ofProducer, List<Reference> references) {
    /**
     * In addition to the references: a load of each kind that says that nothing has changed. What makes a trial expensive makes it so for all
     * of its roles, so a few loads say less than their many figures seem to.
     */
    private static final List<double[]> AS_CALIBRATED = List.of(new double[] {1, 0}, new double[] {0, 1});

    public MachineDrift {
        references = List.copyOf(references);
    }

    /**
     * Work and getting back to it after a rest have factors of their own: sharing processors and caches with others affects them
     * differently.
     *
     * @param work factor of CPU per unit of work
     * @param wakeUp factor of the cost of getting back to work after a rest
     * @param spread of the references around these factors, as a share: the root of their mean square
     */
    public record Factors(double work, double wakeUp, double spread) {
        private static final Factors UNCHANGED = new Factors(1, 1, 0);

        /** The two factors that explain the references best, as relative errors go. */
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
     * @param wakeUpShare of its CPU time, for getting back to work
     * @param calibratedNanos CPU time of a record at the calibration, less what made its trials expensive in all roles
     * @param nanos CPU time of a record now
     * @param rounds now
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

    /** The loads that were run again. */
    public int loads() {
        return countLoads(references);
    }

    private static int countLoads(List<Reference> references) {
        return (int) references.stream().map(Reference::load).distinct().count();
    }

    /** Of references whose producers, brokers and consumers are JVMs. */
    public static MachineDrift of(List<Reference> references) {
        return new MachineDrift(Factors.of(references), Optional.empty(), references);
    }

    /** Of references whose producers are another client's program. */
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

    /** Calibrated costs as they are now. */
    public MachineCosts applyTo(MachineCosts calibrated) {
        MachineCosts now = calibrated.scaled(factors.scale());
        return ofProducer
                .map(own -> now.withProducer(
                        calibrated.of(CostRole.APPLICATION).scaled(own.scale()),
                        calibrated.of(CostRole.SENDER).scaled(own.scale())))
                .orElse(now);
    }
}
