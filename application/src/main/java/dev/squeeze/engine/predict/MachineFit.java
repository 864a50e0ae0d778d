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
 * What each role's CPU time is made of, from loads that differ in what there is of each: requests, batches, records, bytes.
 * A role has only those costs that its work consists of; the others would take what is chance.
 */
public final class MachineFit {
    /** After so many turns costs and what the loads have in common change no more. */
    private static final int TURNS = 8;

    /** By how much less loads are apart in one role beside what all roles have in common, as mean squares. */
    private static final double ONE_ROLE_TO_ALL = 0.5;

    /** Where all threads are in one another's way, what they have in common may as well be what the costs do not know of. */
    private static final double CHANCE_AT_FULL_SPEED = 0.5;

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
    public record Observation(TrafficCounts counts, CodecWork work, Map<CostRole, Double> cpuNanos) {
        private Observation dividedBy(double factor) {
            Map<CostRole, Double> nanos = new EnumMap<>(CostRole.class);
            cpuNanos.forEach((role, seen) -> nanos.put(role, seen / factor));
            return new Observation(counts, work, nanos);
        }
    }

    /**
     * The costs that explain what was seen best, as relative errors go. Some trials are dear and some are cheap for all roles
     * at once, whatever their loads consist of; that is taken out, since each role's costs would take it for their own.
     *
     * @throws IllegalArgumentException where a role was visible in no load
     */
    public static Map<CostRole, RoleCost> of(List<Observation> loads) {
        Map<CostRole, RoleCost> costs = ofEach(loads);
        for (int turn = 0; turn < TURNS; turn++) {
            costs = ofEach(withoutCommon(loads, costs));
        }
        return costs;
    }

    private static List<Observation> withoutCommon(List<Observation> loads, Map<CostRole, RoleCost> costs) {
        double[] common =
                loads.stream().mapToDouble(load -> commonFactor(load, costs)).toArray();
        // Dear ones and cheap ones are each other's measure: together they stay as they were.
        double usual = Math.exp(Arrays.stream(common).map(Math::log).average().orElse(0));
        List<Observation> without = new ArrayList<>();
        for (int i = 0; i < common.length; i++) {
            without.add(loads.get(i).dividedBy(common[i] / usual));
        }
        return without;
    }

    /**
     * How many times what the costs say a load took in all of its roles alike, as far as that is chance: 1 where only one role
     * was visible.
     */
    public static double commonFactor(Observation load, Map<CostRole, RoleCost> costs) {
        double logarithms = 0;
        int visible = 0;
        for (Map.Entry<CostRole, RoleCost> one : costs.entrySet()) {
            CostRole role = one.getKey();
            double fitted = one.getValue()
                    .cpuNanos(
                            load.counts().row(role),
                            load.work().codec(),
                            load.work().nanos(role));
            double seen = load.cpuNanos().getOrDefault(role, 0.0);
            if (seen > 0 && fitted > 0) {
                logarithms += Math.log(seen / fitted);
                visible++;
            }
        }
        double chance = load.counts().wakings() > 0 ? 1 : CHANCE_AT_FULL_SPEED;
        return visible < 2 ? 1 : Math.exp(chance * logarithms / (visible + ONE_ROLE_TO_ALL));
    }

    private static Map<CostRole, RoleCost> ofEach(List<Observation> loads) {
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
        if (role == CostRole.APPLICATION) {
            codecsOf(loads).forEach(codec -> {
                rows.add(asWhenAlone(codec));
                seen.add(1.0);
            });
        }
        double[] nanos = NonNegativeFit.relative(
                rows.toArray(double[][]::new),
                seen.stream().mapToDouble(Double::doubleValue).toArray());
        return RoleCost.ofColumns(
                Arrays.copyOf(nanos, RoleCost.COLUMNS),
                byCodec(nanos, RoleCost.COLUMNS),
                byCodec(nanos, RoleCost.COLUMNS + CODECS.size()));
    }

    private static Set<CodecType> codecsOf(List<Observation> loads) {
        return loads.stream()
                .map(load -> load.work().codec())
                .filter(CODECS::contains)
                .collect(Collectors.toSet());
    }

    /**
     * An application thread does with a codec what was timed with nothing beside it, so its factor is 1 as far as a load can
     * tell. The work of a fast codec is a fifth of what a record takes: from loads alone the factor came out as anything
     * between a half and one.
     */
    private static double[] asWhenAlone(CodecType codec) {
        double[] row = new double[RoleCost.COLUMNS + 2 * CODECS.size()];
        row[RoleCost.COLUMNS + CODECS.indexOf(codec)] = 1;
        return row;
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
     * bytes, fetched partitions, cold ones, cold batches, scattered records.
     */
    private static boolean[] partOf(CostRole role) {
        String parts =
                switch (role) {
                    case APPLICATION -> ".xx..xxx.....";
                    case SENDER -> "x.xx.xx.x..xx";
                    case REQUEST_HANDLER -> "x.xxxxxxxxxx.";
                    case BROKER_NETWORK -> "x.xxxx..xxxx.";
                    case CONSUMER -> "x.x.xxxxxxxx.";
                };
        boolean[] part = new boolean[RoleCost.COLUMNS];
        for (int i = 0; i < part.length; i++) {
            part[i] = parts.charAt(i) == 'x';
        }
        return part;
    }
}
