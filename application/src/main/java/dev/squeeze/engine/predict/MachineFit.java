package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.NonNegativeFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fits the costs of each role to loads that differ in their numbers of requests, batches, records and bytes. A role has
 * only the terms of {@link CostTerm#of}.
 *
 * <p>For other clients, only the CPU time of the process is known, not that of its threads.
 * {@link CostRole#APPLICATION} then stands for the whole producer; the costs of both producer roles are fitted to it
 * together, and only their sum is meaningful.
 */
public final class MachineFit {
    /** Costs and common factors have converged after this many iterations. */
    private static final int ITERATIONS = 8;

    /** Mean square error of loads in a single role, relative to the error that all roles have in common. */
    private static final double SINGLE_ROLE_TO_COMMON = 0.5;

    /**
     * If all threads compete for CPUs, an error that all roles have in common may just as well be an effect that no
     * term covers.
     */
    private static final double NOISE_SHARE_UNTHROTTLED = 0.5;

    /**
     * Counted in the same way for a producer's application and network threads, so that a fit to the whole producer
     * cannot separate them.
     */
    private static final Set<CostTerm> ALIKE = Set.of(CostTerm.BATCH, CostTerm.RECORD);

    private MachineFit() {}

    /**
     * The costs that explain the observations best, by relative error. Some trials are expensive or cheap for all roles
     * at once, whatever their load. This common factor is removed first, since it is not part of any role's costs.
     *
     * @throws IllegalArgumentException if no load has the CPU time of a role
     */
    public static Map<CostRole, RoleCost> of(List<FitObservation> loads) {
        Map<CostRole, RoleCost> costs = ofEach(loads);
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            costs = ofEach(withoutCommon(loads, costs));
        }
        return costs;
    }

    private static List<FitObservation> withoutCommon(List<FitObservation> loads, Map<CostRole, RoleCost> costs) {
        double[] common =
                loads.stream().mapToDouble(load -> commonFactor(load, costs)).toArray();
        // Only differences between loads are removed: the geometric mean over all loads stays.
        double mean = Math.exp(Arrays.stream(common).map(Math::log).average().orElse(0));
        List<FitObservation> without = new ArrayList<>();
        for (int i = 0; i < common.length; i++) {
            without.add(loads.get(i).dividedBy(common[i] / mean));
        }
        return without;
    }

    /**
     * Measured over fitted CPU time of a load for all of its roles together, to the extent that it is noise; 1 if only
     * one role was measured.
     */
    public static double commonFactor(FitObservation load, Map<CostRole, RoleCost> costs) {
        double logarithms = 0;
        int visible = 0;
        for (Map.Entry<CostRole, RoleCost> cost : costs.entrySet()) {
            CostRole role = cost.getKey();
            double fitted = fittedNanos(load, role, costs);
            double measured = load.cpuNanos().getOrDefault(role, 0.0);
            if (measured > 0 && fitted > 0) {
                logarithms += Math.log(measured / fitted);
                visible++;
            }
        }
        double noise = load.counts().wakeUps() > 0 ? 1 : NOISE_SHARE_UNTHROTTLED;
        return visible < 2 ? 1 : Math.exp(noise * logarithms / (visible + SINGLE_ROLE_TO_COMMON));
    }

    /** CPU nanoseconds according to the costs, for the part of the process that was measured as this role. */
    public static double fittedNanos(FitObservation load, CostRole role, Map<CostRole, RoleCost> costs) {
        double own = nanosOf(role, load, costs);
        return role == CostRole.APPLICATION && isProducerMeasuredAsOne(load)
                ? own + nanosOf(CostRole.SENDER, load, costs)
                : own;
    }

    private static double nanosOf(CostRole role, FitObservation load, Map<CostRole, RoleCost> costs) {
        RoleCost cost = costs.get(role);
        return cost == null
                ? 0
                : cost.cpuNanos(
                        role, load.counts(), load.work().codec(), load.work().nanos(role));
    }

    private static boolean isProducerMeasuredAsOne(FitObservation load) {
        return !load.cpuNanos().containsKey(CostRole.SENDER);
    }

    private static Map<CostRole, RoleCost> ofEach(List<FitObservation> loads) {
        Map<CostRole, RoleCost> costs = new EnumMap<>(CostRole.class);
        boolean producerAsOne = loads.stream().allMatch(MachineFit::isProducerMeasuredAsOne);
        for (CostRole role : CostRole.values()) {
            if (producerAsOne && role == CostRole.APPLICATION) {
                costs.putAll(fitProducer(loads));
            } else if (!(producerAsOne && role == CostRole.SENDER)) {
                costs.put(role, fit(role, loads));
            }
        }
        return costs;
    }

    /**
     * Fits application and network thread as one. Costs per batch and record that could be either's are assigned to the
     * application.
     */
    private static Map<CostRole, RoleCost> fitProducer(List<FitObservation> loads) {
        FitColumns application = new FitColumns(CostRole.APPLICATION);
        FitColumns sender = new FitColumns(CostRole.SENDER);
        List<double[]> rows = new ArrayList<>();
        List<Double> measured = new ArrayList<>();
        for (FitObservation load : loads) {
            double nanos = load.cpuNanos().getOrDefault(CostRole.APPLICATION, 0.0);
            if (nanos > 0) {
                rows.add(joined(application.row(load), sender.rowWithout(ALIKE, load)));
                measured.add(nanos);
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("no load shows the CPU time of the producer");
        }
        // Weighs as much as one load. Without it, the loads hardly separate a codec's cost per byte from other costs
        // per byte.
        codecsOf(loads).forEach(codec -> {
            double[] alone = application.codecFactorOnly(codec);
            rows.add(joined(alone, new double[sender.row(loads.get(0)).length]));
            measured.add(1.0);
        });
        double[] nanos = solved(rows, measured);
        int applicationColumns = application.row(loads.get(0)).length;
        return Map.of(
                CostRole.APPLICATION,
                application.cost(Arrays.copyOf(nanos, applicationColumns)),
                CostRole.SENDER,
                sender.cost(Arrays.copyOfRange(nanos, applicationColumns, nanos.length)));
    }

    private static double[] joined(double[] first, double[] second) {
        double[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static double[] solved(List<double[]> rows, List<Double> measured) {
        return NonNegativeFit.relative(
                rows.toArray(double[][]::new),
                measured.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static RoleCost fit(CostRole role, List<FitObservation> loads) {
        FitColumns columns = new FitColumns(role);
        List<double[]> rows = new ArrayList<>();
        List<Double> measured = new ArrayList<>();
        for (FitObservation load : loads) {
            double nanos = load.cpuNanos().getOrDefault(role, 0.0);
            if (nanos > 0) {
                rows.add(columns.row(load));
                measured.add(nanos);
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("no load shows the CPU time of " + role.key());
        }
        if (role == CostRole.APPLICATION) {
            // With a codec, an application thread does what was timed in isolation, so its factor is 1 unless the
            // loads show otherwise. The work of a fast codec is a fifth of the cost of a record: fitted to loads
            // alone, the factor ranged from 0.5 to 1.
            codecsOf(loads).forEach(codec -> {
                rows.add(columns.codecFactorOnly(codec));
                measured.add(1.0);
            });
        }
        return columns.cost(solved(rows, measured));
    }

    private static Set<CodecType> codecsOf(List<FitObservation> loads) {
        return loads.stream()
                .map(load -> load.work().codec())
                .filter(codec -> codec != CodecType.NONE)
                .collect(Collectors.toSet());
    }
}
