package dev.squeeze.engine.experiment;

import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.kit.stats.NonNegativeFit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A machine's CPU times relative to those of its calibration. Work and getting back to it after a rest have factors of their own:
 * sharing processors and caches with others affects them differently.
 *
 * @param work factor of CPU per unit of work
 * @param rest factor of the cost of getting back to work after a rest
 * @param spread of the references around these factors, as a share: the root of their mean square
 * @param references that the factors are fitted to
 */
public record MachineDrift(double work, double rest, double spread, List<Reference> references) {
    /**
     * In addition to the references: a load of each kind that says that nothing has changed. What makes a trial expensive makes it so for all
     * of its roles, so a few loads say less than their many figures seem to.
     */
    private static final List<double[]> UNCHANGED = List.of(new double[] {1, 0}, new double[] {0, 1});

    public MachineDrift {
        references = List.copyOf(references);
    }

    /**
     * One role in one load.
     *
     * @param restShare of its CPU time, for getting back to work
     * @param calibratedNanos CPU time of a record at the calibration, less what made its trials expensive in all roles
     * @param nanos CPU time of a record now
     * @param rounds now
     */
    public record Reference(
            String load, CostRole role, double restShare, double calibratedNanos, double nanos, int rounds) {
        private double times() {
            return nanos / calibratedNanos;
        }

        private double expected(double work, double rest) {
            return (1 - restShare) * work + restShare * rest;
        }
    }

    /** The loads that were run again. */
    public int loads() {
        return loads(references);
    }

    private static int loads(List<Reference> references) {
        return (int) references.stream().map(Reference::load).distinct().count();
    }

    /** The two factors that explain the references best, as relative errors go. */
    public static MachineDrift of(List<Reference> references) {
        List<double[]> rows = new ArrayList<>();
        int rolesOfALoad = references.size() / Math.max(1, loads(references));
        for (int i = 0; i < rolesOfALoad; i++) {
            rows.addAll(UNCHANGED);
        }
        List<Double> times = new ArrayList<>(Collections.nCopies(rows.size(), 1.0));
        for (Reference one : references) {
            rows.add(new double[] {1 - one.restShare(), one.restShare()});
            times.add(one.times());
        }
        double[] factors = NonNegativeFit.relative(
                rows.toArray(double[][]::new),
                times.stream().mapToDouble(Double::doubleValue).toArray());
        double squares = references.stream()
                .mapToDouble(
                        reference -> Math.pow(reference.expected(factors[0], factors[1]) / reference.times() - 1, 2))
                .average()
                .orElse(0);
        return new MachineDrift(factors[0], factors[1], Math.sqrt(squares), references);
    }
}
