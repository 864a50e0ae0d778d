package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.RoleCost;
import dev.squeeze.kit.format.CodecType;
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
     * The CPU time of one role, nanoseconds for each.
     *
     * @param role as {@link CostRole#key} has it
     * @param codecFactor by the codec's name: what this role takes of the codec's own work
     * @param coldCodec by the codec's name: what a cold waking costs more where the codec has work to do
     */
    public record RoleInfo(
            String role,
            double second,
            double waking,
            double cold,
            double request,
            double fetch,
            double batch,
            double record,
            double uncompressedByte,
            double storedByte,
            double fetchedPartition,
            double coldPartition,
            double coldBatch,
            double scatteredRecord,
            Map<String, Double> codecFactor,
            Map<String, Double> coldCodec) {
        private static RoleInfo of(CostRole role, RoleCost cost) {
            return new RoleInfo(
                    role.key(),
                    cost.perSecond(),
                    cost.perWaking(),
                    cost.perCold(),
                    cost.perRequest(),
                    cost.perFetch(),
                    cost.perBatch(),
                    cost.perRecord(),
                    cost.perByte(),
                    cost.perStoredByte(),
                    cost.perFetchedPartition(),
                    cost.perColdPartition(),
                    cost.perColdBatch(),
                    cost.perScatteredRecord(),
                    byName(cost.codecFactor()),
                    byName(cost.coldCodec()));
        }

        private static Map<String, Double> byName(Map<CodecType, Double> factors) {
            Map<String, Double> named = new TreeMap<>();
            factors.forEach((type, factor) -> named.put(type.label(), factor));
            return named;
        }

        private static Map<CodecType, Double> byType(Map<String, Double> factors) {
            Map<CodecType, Double> typed = new EnumMap<>(CodecType.class);
            factors.forEach((name, factor) -> typed.put(CodecType.valueOf(name.toUpperCase(Locale.ROOT)), factor));
            return typed;
        }

        private RoleCost cost() {
            return new RoleCost(
                    second,
                    waking,
                    cold,
                    request,
                    fetch,
                    batch,
                    record,
                    uncompressedByte,
                    storedByte,
                    fetchedPartition,
                    coldPartition,
                    coldBatch,
                    scatteredRecord,
                    byType(codecFactor),
                    byType(coldCodec));
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
                costs.lateNanos(),
                costs.saturation(),
                costs.saturationCompressing());
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
        return new MachineCosts(
                all, roundTripNanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }
}
