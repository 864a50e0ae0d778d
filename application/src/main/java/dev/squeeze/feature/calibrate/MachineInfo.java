package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.CostTerm;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.RoleCost;
import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The CPU cost of clients and brokers on a machine, without the codecs.
 *
 * @param roles one for each {@link CostRole}
 * @param roundTripNanos see {@link MachineCosts}, also for the following ones
 */
public record MachineInfo(
        List<RoleInfo> roles,
        double roundTripNanos,
        double fetchPauseNanos,
        double reactionNanos,
        double lateNanos,
        double saturation,
        double saturationCompressing) {
    public MachineInfo {
        roles = List.copyOf(roles);
    }

    /**
     * The CPU time of one role.
     *
     * @param role {@link CostRole#key}
     * @param nanos nanoseconds of each term, by {@link CostTerm#key}
     * @param codecFactor the role's share of the codec's own CPU time, by codec name
     * @param coldCodec additional nanoseconds of a cold wake-up with codec work, by codec name
     */
    public record RoleInfo(
            String role, Map<String, Double> nanos, Map<String, Double> codecFactor, Map<String, Double> coldCodec) {
        private static RoleInfo of(CostRole role, RoleCost cost) {
            Map<String, Double> nanos = new LinkedHashMap<>();
            cost.nanos().forEach((term, value) -> nanos.put(term.key(), value));
            return new RoleInfo(role.key(), nanos, byName(cost.codecFactor()), byName(cost.coldCodec()));
        }

        private static Map<String, Double> byName(Map<CodecType, Double> factors) {
            Map<String, Double> named = new TreeMap<>();
            factors.forEach((type, factor) -> named.put(type.label(), factor));
            return named;
        }

        private static Map<CodecType, Double> byType(Map<String, Double> factors) {
            Map<CodecType, Double> typed = new EnumMap<>(CodecType.class);
            factors.forEach((name, factor) -> typed.put(
                    CodecType.named(name)
                            .orElseThrow(() -> new IllegalArgumentException("there is no codec '" + name + "'")),
                    factor));
            return typed;
        }

        /** Cost of a term; 0 if the role does not have the term. */
        double nanos(CostTerm term) {
            return nanos.getOrDefault(term.key(), 0.0);
        }

        RoleCost cost(CostRole costRole) {
            Map<CostTerm, Double> terms = new EnumMap<>(CostTerm.class);
            nanos.forEach((key, value) -> terms.put(term(key), value));
            for (CostTerm term : CostTerm.of(costRole)) {
                if (!terms.containsKey(term)) {
                    throw new IllegalArgumentException("the cost '" + term.key() + "' of " + role + " is missing");
                }
            }
            return new RoleCost(terms, byType(codecFactor), byType(coldCodec));
        }

        private static CostTerm term(String key) {
            return Arrays.stream(CostTerm.values())
                    .filter(term -> term.key().equals(key))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no cost '" + key + "'"));
        }
    }

    public static MachineInfo of(MachineCosts costs) {
        return new MachineInfo(
                Arrays.stream(CostRole.values())
                        .map(role -> RoleInfo.of(role, costs.of(role)))
                        .toList(),
                costs.roundTripNanos(),
                costs.fetchPauseNanos(),
                costs.reactionNanos(),
                costs.lateNanos(),
                costs.saturation(),
                costs.saturationCompressing());
    }

    /** @throws IllegalArgumentException if a role, a term or a codec is missing or unknown */
    public MachineCosts costs() {
        Map<CostRole, RoleCost> all = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            roles.stream()
                    .filter(info -> info.role().equals(role.key()))
                    .findFirst()
                    .ifPresent(info -> all.put(role, info.cost(role)));
        }
        return new MachineCosts(
                all, roundTripNanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }
}
