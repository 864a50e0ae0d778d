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
 * Fits the costs of each role to loads that differ in how many requests, batches, records and bytes they have. A role has only
 * the terms of {@link CostTerm#of}.
 *
 * <p>Other clients show the CPU time of their process and not that of its threads. What was measured as
 * {@link CostRole#APPLICATION} is the whole producer then; the costs of both producer roles are fitted to it together, and only
 * their sum means something.
 */
public final class MachineFit {
    /** After so many iterations costs and common factors change no more. */
    private static final int ITERATIONS = 8;

    /** Mean square of how far loads are off in a single role, relative to that of what all roles have in common. */
    private static final double SINGLE_ROLE_TO_COMMON = 0.5;

    /** Where all threads compete for processors, what they have in common may as well be something that no term stands for. */
    private static final double NOISE_SHARE_UNTHROTTLED = 0.5;

    /** Counted alike for a producer's application and network threads: a fit to the whole producer cannot divide them. */
    private static final Set<CostTerm> ALIKE = Set.of(CostTerm.BATCH, CostTerm.RECORD);

    private MachineFit() {}

    /**
     * The costs that explain the observations best, by relative errors. Some trials are expensive and some are cheap for all
     * roles at once, whatever their loads consist of; that is taken out first, since it belongs to no role's costs.
     *
     * @throws IllegalArgumentException where a role was visible in no load
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
        // Only differences between loads are taken out: the geometric mean over all of them stays.
        double mean = Math.exp(Arrays.stream(common).map(Math::log).average().orElse(0));
        List<FitObservation> without = new ArrayList<>();
        for (int i = 0; i < common.length; i++) {
            without.add(loads.get(i).dividedBy(common[i] / mean));
        }
        return without;
    }

    /**
     * Measured over fitted CPU of a load in all of its roles together, as far as that is noise: 1 where only one role was
     * visible.
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

    /** CPU nanoseconds by the costs, of what was measured as that role's. */
    public static double fittedNanos(FitObservation load, CostRole role, Map<CostRole, RoleCost> costs) {
        double own = nanosOf(role, load, costs);
        return role == CostRole.APPLICATION && isProducerOne(load) ? own + nanosOf(CostRole.SENDER, load, costs) : own;
    }

    private static double nanosOf(CostRole role, FitObservation load, Map<CostRole, RoleCost> costs) {
        RoleCost cost = costs.get(role);
        return cost == null
                ? 0
                : cost.cpuNanos(
                        role, load.counts(), load.work().codec(), load.work().nanos(role));
    }

    private static boolean isProducerOne(FitObservation load) {
        return !load.cpuNanos().containsKey(CostRole.SENDER);
    }

    private static Map<CostRole, RoleCost> ofEach(List<FitObservation> loads) {
        Map<CostRole, RoleCost> costs = new EnumMap<>(CostRole.class);
        boolean producerAsOne = loads.stream().allMatch(MachineFit::isProducerOne);
        for (CostRole role : CostRole.values()) {
            if (producerAsOne && role == CostRole.APPLICATION) {
                costs.putAll(fitProducer(loads));
            } else if (!(producerAsOne && role == CostRole.SENDER)) {
                costs.put(role, fit(role, loads));
            }
        }
        return costs;
    }

    /** Of application and network thread as one. What either may cost for a batch and a record counts as the application's. */
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
        // Weighs as much as one load. Without it the loads hardly separate what a codec takes for a byte from other
        // costs of a byte.
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
            // An application thread does with a codec what was timed in isolation, so its factor is 1 as far as loads
            // do
            // not show otherwise. The work of a fast codec is a fifth of what a record takes: from loads alone the
            // factor
            // came out as anything between a half and one.
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
