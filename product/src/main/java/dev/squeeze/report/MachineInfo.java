package dev.squeeze.report;

import dev.squeeze.codec.CodecType;
import dev.squeeze.model.CostRole;
import dev.squeeze.model.MachineCosts;
import dev.squeeze.model.RoleCost;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients and brokers of a machine take beside the codecs.
 *
 * @param roles one for each {@link CostRole}
 * @param roundTripNanos see {@link MachineCosts}, as the others
 */
public record MachineInfo(
        List<RoleInfo> roles, double roundTripNanos, double fetchPauseNanos, double reactionNanos, double saturation) {
    public MachineInfo {
        roles = List.copyOf(roles);
    }

    /**
     * The CPU time of one role, nanoseconds for each.
     *
     * @param role as {@link CostRole#key} has it
     * @param codecFactor by the codec's name: what this role takes of the codec's own work
     */
    public record RoleInfo(
            String role,
            double second,
            double waking,
            double apart,
            double request,
            double fetch,
            double batch,
            double record,
            double uncompressedByte,
            double storedByte,
            Map<String, Double> codecFactor) {
        private static RoleInfo of(CostRole role, RoleCost cost) {
            Map<String, Double> factors = new TreeMap<>();
            cost.codecFactor().forEach((type, factor) -> factors.put(type.label(), factor));
            return new RoleInfo(
                    role.key(),
                    cost.perSecond(),
                    cost.perWaking(),
                    cost.perApart(),
                    cost.perRequest(),
                    cost.perFetch(),
                    cost.perBatch(),
                    cost.perRecord(),
                    cost.perByte(),
                    cost.perStoredByte(),
                    factors);
        }

        private RoleCost cost() {
            Map<CodecType, Double> factors = new EnumMap<>(CodecType.class);
            codecFactor.forEach(
                    (name, factor) -> factors.put(CodecType.valueOf(name.toUpperCase(Locale.ROOT)), factor));
            return new RoleCost(
                    second, waking, apart, request, fetch, batch, record, uncompressedByte, storedByte, factors);
        }
    }

    static MachineInfo of(MachineCosts costs) {
        return new MachineInfo(
                Arrays.stream(CostRole.values())
                        .map(role -> RoleInfo.of(role, costs.of(role)))
                        .toList(),
                costs.roundTripNanos(),
                costs.fetchPauseNanos(),
                costs.reactionNanos(),
                costs.saturation());
    }

    /**
     * As the model takes them.
     *
     * @throws IllegalArgumentException where a role or a codec is missing or not known
     */
    public MachineCosts costs() {
        Map<CostRole, RoleCost> all = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            roles.stream()
                    .filter(info -> info.role().equals(role.key()))
                    .findFirst()
                    .ifPresent(info -> all.put(role, info.cost()));
        }
        return new MachineCosts(all, roundTripNanos, fetchPauseNanos, reactionNanos, saturation);
    }
}
