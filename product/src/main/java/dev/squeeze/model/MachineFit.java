package dev.squeeze.model;

import dev.squeeze.codec.CodecType;
import dev.squeeze.stats.NonNegativeFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What each role's CPU time is made of, from loads that differ in what there is of each: requests, batches, records, bytes.
 * A role has only those costs that its work consists of; the others would take what is chance.
 */
public final class MachineFit {
    private static final List<CodecType> CODECS = Arrays.stream(CodecType.values())
            .filter(type -> type != CodecType.NONE)
            .toList();

    private MachineFit() {}

    /**
     * One load, for a second.
     *
     * @param work of the codec that its batches are in
     * @param cpuNanos what each role took; those that were not visible are missing
     */
    public record Observation(TrafficCounts counts, CodecWork work, Map<CostRole, Double> cpuNanos) {}

    /**
     * The costs that explain what was seen best, as relative errors go.
     *
     * @throws IllegalArgumentException where a role was visible in no load
     */
    public static Map<CostRole, RoleCost> of(List<Observation> loads) {
        Map<CostRole, RoleCost> costs = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            costs.put(role, fit(role, loads));
        }
        return costs;
    }

    private static RoleCost fit(CostRole role, List<Observation> loads) {
        List<double[]> rows = new ArrayList<>();
        List<Double> seen = new ArrayList<>();
        for (Observation load : loads) {
            double nanos = load.cpuNanos().getOrDefault(role, 0.0);
            if (nanos > 0) {
                rows.add(row(role, load));
                seen.add(nanos);
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("no load shows the CPU time of " + role.key());
        }
        double[] nanos = NonNegativeFit.relative(
                rows.toArray(double[][]::new),
                seen.stream().mapToDouble(Double::doubleValue).toArray());
        return RoleCost.ofColumns(
                Arrays.copyOf(nanos, RoleCost.COLUMNS),
                byCodec(nanos, RoleCost.COLUMNS),
                byCodec(nanos, RoleCost.COLUMNS + CODECS.size()));
    }

    private static Map<CodecType, Double> byCodec(double[] nanos, int from) {
        Map<CodecType, Double> costs = new EnumMap<>(CodecType.class);
        for (int i = 0; i < CODECS.size(); i++) {
            costs.put(CODECS.get(i), nanos[from + i]);
        }
        return costs;
    }

    private static double[] row(CostRole role, Observation load) {
        double[] counts = load.counts().row(role);
        boolean[] has = partOf(role);
        double[] row = new double[RoleCost.COLUMNS + 2 * CODECS.size()];
        for (int i = 0; i < RoleCost.COLUMNS; i++) {
            row[i] = has[i] ? counts[i] : 0;
        }
        int codec = CODECS.indexOf(load.work().codec());
        if (codec >= 0 && role != CostRole.BROKER_NETWORK) {
            row[RoleCost.COLUMNS + codec] = load.work().nanos(role);
            row[RoleCost.COLUMNS + CODECS.size() + codec] = counts[RoleCost.COLD];
        }
        return row;
    }

    /**
     * In the order of {@link TrafficCounts#row}: seconds, wakings, cold, requests, fetches, batches, records, bytes, stored
     * bytes, fetched partitions, cold ones, cold batches.
     */
    private static boolean[] partOf(CostRole role) {
        return switch (role) {
            case APPLICATION ->
                new boolean[] {false, true, true, false, false, true, true, true, false, false, false, false};
            case SENDER -> new boolean[] {true, false, true, true, false, true, true, false, true, false, false, true};
            case REQUEST_HANDLER ->
                new boolean[] {true, false, true, true, true, true, true, true, true, true, true, true};
            case BROKER_NETWORK ->
                new boolean[] {true, false, true, true, true, true, false, false, true, true, true, true};
            case CONSUMER -> new boolean[] {true, false, true, false, true, true, true, true, true, true, true, true};
        };
    }
}
